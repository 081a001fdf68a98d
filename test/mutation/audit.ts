/**
 * The examples about the log and its audits, for the code that says whether a log can be trusted. Those
 * that take a second each, of gigabytes, are left out.
 */
/// <reference types="vite/client" />

/** The files by their paths. */
export const examples: Readonly<Record<string, unknown>> = {
  ...import.meta.glob('../audit/{sequence,reading/chain,reading/heads,reading/known-at}.test.ts', {
    eager: true,
  }),
  ...import.meta.glob('../log/{head,hash-tree,sequence}.test.ts', { eager: true }),
  ...import.meta.glob('../log/{line,entry,reread,append}.test.ts', { eager: true }),
  ...import.meta.glob(
    '../audit/{audit,compare,report/report-difference,report/report-text}.test.ts',
    { eager: true },
  ),
}
