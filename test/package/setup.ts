/** Before the checks of the package: everything is installed, built, packed and unpacked, once. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installed, installTools, type Packed, pack } from './installed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly packed: Packed
    /** A project with nothing but the package and what it asks for. */
    readonly plain: string
    /** A project that has fast-check as well. */
    readonly tested: string
  }
}

/** Packs, and unpacks twice; what it made is gone afterwards. */
export default ({ provide }: TestProject): (() => void) => {
  installTools()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')))
  const packed = pack(folder)
  const tarball = join(folder, packed.filename)
  const plain = installed(tarball)
  const tested = installed(tarball, ['fast-check'])
  provide('packed', packed)
  provide('plain', plain)
  provide('tested', tested)
  return () => {
    for (const made of [folder, plain, tested]) rmSync(made, { recursive: true })
  }
}
