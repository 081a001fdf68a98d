// @ts-check
/**
 * Shows a stored stream in XState's inspector: a page on this machine alone, with the inspector's own page in a
 * frame. What is played back goes from the one to the other inside the browser.
 */
import { createServer } from 'node:http'
import { playback } from 'payfold'

/** The hosted inspector. Whatever is sent to a hosted page, its host may receive. */
export const HOSTED = 'https://stately.ai/inspect'

/** @param {unknown} value */
const inScript = (value) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * A page that holds everything played back, and hands it over once the inspector says that it is there.
 *
 * @param {readonly import('payfold').InspectionEvent[]} events
 * @param {string} viewer
 */
const pageOf = (events, viewer) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Inspector</title>
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; display: block; }</style>
<body>
<iframe title="Inspector"></iframe>
<script>
const events = ${inScript(events)}
const viewer = new URL(${inScript(viewer)})
const frame = document.querySelector('iframe')
addEventListener('message', ({ data, source, origin }) => {
  if (source !== frame.contentWindow || origin !== viewer.origin) return
  if (data?.type !== '@statelyai.connected') return
  for (const event of events) frame.contentWindow.postMessage(event, viewer.origin)
})
frame.src = viewer.href
</script>
`

/**
 * Serves the page on the loopback interface; resolves to its address and a way to stop.
 *
 * @param {import('payfold').Machine<any, any, any>} machine
 * @param {import('payfold').Stream} stream
 * @param {readonly import('payfold').Event[]} events
 * @param {{ readonly port?: number, readonly viewer?: string }} [options]
 * @returns {Promise<{ readonly url: string, readonly stop: () => void }>}
 */
export const serve = (machine, stream, events, { port = 0, viewer = HOSTED } = {}) => {
  const page = pageOf([...playback(machine, { stream })(events)], viewer)
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(page)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const at = typeof address === 'object' && address !== null ? address.port : port
      resolve({ url: `http://127.0.0.1:${at}/`, stop: () => server.close() })
    })
  })
}
