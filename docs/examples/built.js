// @ts-check
/**
 * Stops an example that has its own package, and is linked to payfold, if payfold is not built yet.
 */
import { existsSync } from 'node:fs'

const isThere = (/** @type {string} */ path) => existsSync(new URL(path, import.meta.url))

if (!isThere('../../dist/src/index.js') || !isThere('../../node_modules')) {
  process.stderr.write(
    'payfold is not built yet. Build it in its own folder, then try again:\n' +
      '  (cd ../../.. && npm ci && npm run build)\n',
  )
  process.exitCode = 1
}
