/**
 * Node's engine, kept from aborting. Before 24 a process ends at once, with `unreachable code`, where a function that
 * calls WebAssembly is deoptimized in the middle of the call, and the call gives a reference. Restate's library calls
 * WebAssembly at every step; where such calls are not inlined, nothing ends.
 */
import { setFlagsFromString } from 'node:v8'

/** The first version whose engine goes on. */
const MENDED = 24

if (Number.parseInt(process.versions.node, 10) < MENDED) {
  setFlagsFromString('--no-turbo-inline-js-wasm-calls')
}
