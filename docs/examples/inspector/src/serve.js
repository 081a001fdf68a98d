// @ts-check
/**
 * Serves the page of a stored stream on this machine only, and beside it a page that opens XState's
 * inspector when asked. That page frames the inspector, and passes the playback to it inside the browser.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { playback, streamPage } from 'payfold/inspect'
import { pf } from './log.js'

/** Data in a page: no text in it can close the element. @param {unknown} value */
const inPage = (value) => JSON.stringify(value).replaceAll('<', '\\u003c')

const STYLE = `html, body { margin: 0; height: 100%; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; }
body { display: flex; flex-direction: column; } p { margin: 1rem; max-width: 60ch; } button { font: inherit; padding: .5rem 1rem; }
iframe { flex: 1; border: 0; } [hidden] { display: none; }`

/** How long the inspector may take to report that it is ready, in milliseconds. */
const PATIENCE = 15_000

/** The only script of the page: it contains no data, so that the policy can name it. */
const SCRIPT = `
const { events, address } = JSON.parse(document.getElementById('shown').textContent)
const viewer = new URL(address)
const [frame, button, said] = ['iframe', 'button', '[role=status]'].map((each) => document.querySelector(each))
let isConnected = false
addEventListener('message', ({ data, source, origin }) => {
  if (source !== frame.contentWindow || origin !== viewer.origin) return
  if (data?.type !== '@statelyai.connected') return
  isConnected = true
  said.textContent = ''
  for (const event of events) frame.contentWindow.postMessage(event, viewer.origin)
})
const fail = (why) => {
  if (isConnected) return
  frame.hidden = true
  said.textContent = viewer.host + ' ' + why + ' The page of payfold, at /, needs no network.'
}
button.addEventListener('click', () => {
  button.parentElement.hidden = true
  if (!navigator.onLine && !/^(localhost|127\\.)/.test(viewer.hostname)) return fail('cannot be reached: there is no network.')
  said.textContent = 'Waiting for ' + viewer.host + ' …'
  frame.hidden = false
  frame.src = viewer.href
  setTimeout(fail, ${PATIENCE}, 'did not answer within ${PATIENCE / 1000} seconds.')
})
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

/** A text in a page. @param {string} text */
const inText = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/**
 * A page that says who receives what, and when asked opens the inspector and passes the playback to it.
 *
 * @param {readonly import('payfold/inspect').InspectionEvent[]} events
 * @param {string} stream
 * @param {string} address that of the viewer
 */
const pageOf = (events, stream, address) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Inspector</title>
<style>${STYLE}</style>
<body>
<p>XState’s inspector is a page of ${inText(new URL(address).host)}. That host then receives the chart and every event of
${inText(stream)}, with ids, amounts and times. <button type="button">Open the inspector</button></p>
<p role="status"></p>
<iframe title="Inspector" hidden></iframe>
<script type="application/json" id="shown">${inPage({ events, address })}</script>
<script>${SCRIPT}</script>
`

/**
 * Serves both pages on the loopback interface, on a free port if the port is 0: the stream's at `/`, the
 * inspector's at `/inspector`. Resolves to the address and a function that stops it; rejects with the
 * error of Node.js if it cannot listen.
 *
 * @param {object} shown
 * @param {import('payfold/machine').AnyMachine} shown.machine
 * @param {import('payfold').Stream} shown.stream
 * @param {readonly import('payfold').DomainEvent[]} shown.events
 * @param {readonly (import('payfold').DomainEvent | import('payfold').Entry)[]} [shown.recorded] its entries
 * @param {{ readonly port: number, readonly viewer: string }} options
 * @returns {Promise<{ readonly url: string, readonly stop: () => Promise<void> }>}
 */
export const serve = ({ machine, stream, events, recorded = events }, { port, viewer }) => {
  /** @type {ReadonlyMap<string | undefined, { readonly page: string, readonly policy: Readonly<Record<string, string>> }>} */
  const pages = new Map([
    // this page has its policy in itself
    ['/', { page: streamPage(pf)(stream, recorded), policy: {} }],
    [
      '/inspector',
      {
        page: pageOf([...playback(machine, { stream })(events)], stream, viewer),
        policy: { 'content-security-policy': policyOf(viewer) },
      },
    ],
  ])
  const server = createServer(({ url, headers }, response) => {
    // a page from another origin, whose name resolves to this address, must not read payments
    const isOurs = /^(127\.0\.0\.1|localhost):\d+$/.test(headers.host ?? '')
    const found = pages.get(url)
    const status = isOurs ? (found === undefined ? 404 : 200) : 421
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...found?.policy,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    response.end(status === 200 ? found?.page : `Nothing is served at this address (${status}).\n`)
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
