/** Runs a program that ends with the process that started it, even if that process is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Before the shell becomes the program, it starts a child process that reads from a pipe. This
 * process writes to the pipe only after the program has ended. If the pipe breaks before that, this
 * process is gone, and the child kills the program.
 */
const SCRIPT = '(read -r _ <&3 || kill -9 $$) & exec 3<&- "$0" "$@"'

/**
 * Starts the program in another process group, so that Ctrl+C reaches only this process, which ends
 * the program later.
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
