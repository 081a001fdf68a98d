/**
 * The abort of Node.js that ended the service: by chance once in some hundreds of kills, here on
 * purpose.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SERVICE = new URL('../src/service.js', import.meta.url).href

/**
 * A WebAssembly function that calls a JavaScript function, and returns the reference that it gets
 * from it. The JavaScript function deoptimizes the caller of the WebAssembly function.
 */
const CALLS = `
const bytes = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0,
  1, 6, 1, 0x60, 1, 0x6f, 1, 0x6f,
  2, 7, 1, 1, 0x6d, 1, 0x66, 0, 0,
  3, 2, 1, 0,
  7, 5, 1, 1, 0x67, 0, 1,
  10, 8, 1, 6, 0, 0x20, 0, 0x10, 0, 0x0b,
]);
let isLate = false;
const f = (given) => {
  if (isLate) %DeoptimizeFunction(caller);
  return given;
};
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { f } });
const caller = (given) => exports.g(given) === given;
%PrepareFunctionForOptimization(caller);
caller({});
%OptimizeFunctionOnNextCall(caller);
caller({});
isLate = true;
process.stdout.write(String(caller({})));
`

/** Runs code in a process, and returns how the process ends. @param {string} code */
const ended = async (code) => {
  const args = ['--allow-natives-syntax', '--input-type=module', '--eval', code]
  const { stdout, signal = null } = await promisify(execFile)(process.execPath, args).catch(
    (e) => e,
  )
  return { stdout, signal }
}

test('the service survives a call of WebAssembly whose caller is deoptimized', async () => {
  expect(await ended(`import '${SERVICE}';${CALLS}`)).toEqual({ stdout: 'true', signal: null })
})

test.skipIf(Number.parseInt(process.versions.node, 10) >= 24)(
  'without the setting, Node.js aborts (left out from version 24 on, which does not abort)',
  async () => {
    expect(await ended(CALLS)).toEqual({ stdout: '', signal: expect.stringMatching(/^SIG/) })
  },
)
