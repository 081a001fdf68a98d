// @ts-check
/**
 * Serves a page that shows a stored stream in XState's inspector, on this machine only. The page
 * contains the inspector in a frame, and passes the playback to it inside the browser.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { playback } from 'payfold/inspect'

/** Data in a page: no text in it can close the element. @param {unknown} value */
const inPage = (value) => JSON.stringify(value).replaceAll('<', '\\u003c')

const STYLE =
  'html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; }'

/** The only script of the page: it contains no data, so that the policy can name it. */
const SCRIPT = `
const { events, address } = JSON.parse(document.getElementById('shown').textContent)
const viewer = new URL(address)
const frame = document.querySelector('iframe')
addEventListener('message', ({ data, source, origin }) => {
  if (source !== frame.contentWindow || origin !== viewer.origin) return
  if (data?.type !== '@statelyai.connected') return
  for (const event of events) frame.contentWindow.postMessage(event, viewer.origin)
})
frame.src = viewer.href
`

/** @param {string} text */
const sourceOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The page runs its own script and no other, frames the viewer and nothing else, and is framed by
 * nobody. It loads and sends nothing.
 *
 * @param {string} viewer
 */
const policyOf = (viewer) =>
  `default-src 'none'; script-src ${sourceOf(SCRIPT)}; style-src ${sourceOf(STYLE)}; ` +
  `frame-src ${new URL(viewer).origin}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/**
 * A page that contains the whole playback, and passes the playback to the inspector as soon as the
 * inspector reports that it is ready.
 *
 * @param {readonly import('payfold/inspect').InspectionEvent[]} events
 * @param {string} address that of the viewer
 */
const pageOf = (events, address) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Inspector</title>
<style>${STYLE}</style>
<body>
<iframe title="Inspector"></iframe>
<script type="application/json" id="shown">${inPage({ events, address })}</script>
<script>${SCRIPT}</script>
`

/**
 * Serves the page on the loopback interface, on a free port if the port is 0. Resolves to its
 * address and a function that stops it; rejects with the error of Node.js if it cannot listen.
 *
 * @param {object} shown
 * @param {import('payfold/machine').AnyMachine} shown.machine
 * @param {import('payfold').Stream} shown.stream
 * @param {readonly import('payfold').DomainEvent[]} shown.events
 * @param {{ readonly port: number, readonly viewer: string }} options
 * @returns {Promise<{ readonly url: string, readonly stop: () => Promise<void> }>}
 */
export const serve = ({ machine, stream, events }, { port, viewer }) => {
  const page = pageOf([...playback(machine, { stream })(events)], viewer)
  const policy = policyOf(viewer)
  const server = createServer(({ url, headers }, response) => {
    // a page from another origin, whose name resolves to this address, must not read payments
    const isOurs = /^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '')
    const status = isOurs ? (url === '/' ? 200 : 404) : 421
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    response.end(status === 200 ? page : `Nothing is served at this address (${status}).\n`)
  })
  /** @returns {Promise<void>} */
  const stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { address, port: at } = /** @type {import('node:net').AddressInfo} */ (server.address())
      resolve({ url: `http://${address}:${at}/`, stop })
    })
  })
}
