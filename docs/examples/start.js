// @ts-check
/** What `npm start` runs: the recorded week, or another example that has no package, by name. */
const [first = '', ...words] = process.argv.slice(2)

if (['week', 'audit', 'audit-parts', 'watch'].includes(first)) {
  process.argv.splice(2, Infinity, ...words)
  await import(`./${first}/main.js`)
} else {
  await import('./week/main.js')
}
