/** Prints how many calls are under way: none should be when payfold is upgraded. `npm run --silent busy` */
import { adminsIn } from './cluster.js'
import { readConfig } from './config.js'
import { busyIn } from './sql.js'

// no key is needed to read
const read = readConfig({ ...process.env, WEBHOOK_KEYS: 'none' })
try {
  if ('wrong' in read) throw new Error(read.wrong.join(' '))
  const { urls, adminUrls, folder } = read.config
  const admins = adminUrls.length > 0 || urls.length > 0 ? adminUrls : await adminsIn(folder)
  if (admins.length === 0) throw new Error('RESTATE_ADMIN_URLS should name it, or DATA its folder.')
  process.stdout.write(`${await busyIn(admins)}\n`)
} catch (error) {
  const { message = 'nobody knows why' } = /** @type {any} */ (error)
  process.stderr.write(`The cluster cannot be asked: ${message}\n`)
  process.exitCode = 78
}
