/** A program that does not outlive the one that has started it, however that ends: not even where it is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Before it becomes the program, the shell leaves somebody behind who reads from a pipe of ours. Nobody writes to it
 * until the program has ended; where the pipe breaks first, we are gone, and the program is killed.
 */
const SCRIPT = '(read -r _ <&3 || kill -9 $$) & exec 3<&- "$0" "$@"'

/**
 * Starts it, away from the keyboard: Ctrl+C is for us, and we end it when it is its turn.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export const startGuarded = (file, args, env) => {
  const child = spawn('/bin/sh', ['-c', SCRIPT, file, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const guard = /** @type {import('node:stream').Writable} */ (child.stdio[3])
  guard.on('error', () => {})
  const ended = once(child, 'exit').then(([code, signal]) => {
    guard.end('ended\n')
    return { code, signal }
  })
  return { child, ended, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}
