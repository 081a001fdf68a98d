/** Every example of reading, of the wire, of events, words and the log: for the rest of the code. */
/// <reference types="vite/client" />

/** The files, each under its path. */
export const examples: Readonly<Record<string, unknown>> = {
  ...import.meta.glob('../words/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../event/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../log/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../audit/{audit,chain,compare,lines,text}.test.ts', { eager: true }),
  ...import.meta.glob('../inspect/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../wire/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../read/**/*.test.ts', { eager: true }),
  ...import.meta.glob('../{sequences,settled}.test.ts', { eager: true }),
}
