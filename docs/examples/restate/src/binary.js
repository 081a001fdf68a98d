/** Where npm has put the Restate server: one program for each platform, in a package of its own. */
import { createRequire } from 'node:module'

/** The program, or null where there is none for this platform, or npm was told to leave it out. */
export const binary = (() => {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/restate-server`)
  } catch {
    return null
  }
})()

/** Why there is no cluster to be had. */
export const NO_BINARY =
  'there is no Restate server for this platform; npm has one for Linux and macOS, x64 and arm64'
