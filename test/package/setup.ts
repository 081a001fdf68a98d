/** Prepares the checks of the package: installs, builds, packs and unpacks, once. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installed, installTools, type Packed, pack } from './installed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly packed: Packed
    /** A project with only the package and its dependencies. */
    readonly plain: string
    /** A project that has fast-check as well. */
    readonly tested: string
    /** The same with the lowest release of XState that the package allows. */
    readonly lowest: string
  }
}

/** Packs, and unpacks three times; removes everything afterwards. */
export default ({ provide }: TestProject): (() => void) => {
  installTools()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')))
  const packed = pack(folder)
  const tarball = join(folder, packed.filename)
  const plain = installed(tarball)
  const tested = installed(tarball, { also: ['fast-check'] })
  const lowest = installed(tarball, { also: ['fast-check'], xstate: 'xstate-lowest' })
  provide('packed', packed)
  provide('plain', plain)
  provide('tested', tested)
  provide('lowest', lowest)
  return () => {
    for (const made of [folder, plain, tested, lowest]) rmSync(made, { recursive: true })
  }
}
