/**
 * Every example about the provider's messages, events, words and the log, for the rest of the code.
 */
/// <reference types="vite/client" />

/** The files by their paths. */
export const examples: Readonly<Record<string, unknown>> = {
  ...import.meta.glob('../words/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../event/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../log/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../audit/{audit,compare,reading/chain,reading/lines}.test.ts', {
    eager: true,
  }),
  ...import.meta.glob('../audit/report/{report-difference,report-text}.test.ts', { eager: true }),
  // tests with a browser, Stately's extractor or Mermaid need a separate environment, which one
  // file cannot have
  ...import.meta.glob(['../inspect/**/*.test.ts', '!../inspect/{picture/diagram,opens}.test.ts'], {
    eager: true,
  }),
  ...import.meta.glob('../provider/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../{payfold,sequences,settled}.test.ts', { eager: true }),
}
