/**
 * Keeps Node.js from aborting. Before version 24 a process ends at once, with `unreachable code`,
 * if a function that calls WebAssembly is deoptimized during the call and the call returns a
 * reference. Restate's library calls WebAssembly at every step. If such calls are not inlined, the
 * process does not abort.
 */
import { setFlagsFromString } from 'node:v8'

/** The first version of Node.js that does not abort. */
const MENDED = 24

if (Number.parseInt(process.versions.node, 10) < MENDED) {
  setFlagsFromString('--no-turbo-inline-js-wasm-calls')
}
