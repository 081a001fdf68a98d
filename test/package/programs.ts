/** Programs that use the package: how they are compiled, and what they print. */
import { spawnSync } from 'node:child_process'
import { tool } from './installed.ts'

/** What a program prints, run in a folder without any variable; its errors too if it fails. */
export const runIn = (cwd: string, program: string, ...args: readonly string[]): string => {
  const ran = spawnSync(program, args, { cwd, encoding: 'utf8', env: {} })
  return (ran.status === 0 ? ran.stdout : `${ran.stdout}${ran.stderr}`).trim()
}

/** Compiles the programs of a user's project. */
export const compile = (folder: string): void => {
  const compiler = tool('typescript-7/bin/tsc') ?? ''
  const options = ['--module', 'nodenext', '--strict']
  runIn(folder, process.execPath, compiler, 'main.ts', 'actor.ts', ...options)
}

/** The name of a test, with the reason if it is left out. */
export const named = (name: string, place: string | null, why: string): string =>
  place === null ? `${name}, ${why}` : name

/** Why a test may be left out. */
export const NOT_MADE = 'left out: not available for this machine'
