/** Every example of the provider's messages, of events, words and the log: for the rest of the code. */
/// <reference types="vite/client" />

/** The files, each under its path. */
export const examples: Readonly<Record<string, unknown>> = {
  ...import.meta.glob('../words/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../event/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../log/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../audit/{audit,chain,compare,lines,text}.test.ts', { eager: true }),
  // what opens a browser, Stately's extractor or Mermaid needs a world of its own: one file has none
  ...import.meta.glob(['../inspect/**/*.test.ts', '!../inspect/{diagram,opens,pages}.test.ts'], {
    eager: true,
  }),
  ...import.meta.glob('../provider/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../{payfold,sequences,settled}.test.ts', { eager: true }),
}
