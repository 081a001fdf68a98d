/**
 * Finds the Restate server that npm installed. For each platform, a separate package contains the
 * program.
 */
import { createRequire } from 'node:module'

/**
 * The path of the program; null if there is no program for this platform, or npm did not install
 * it.
 */
export const binary = (() => {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/restate-server`)
  } catch {
    return null
  }
})()

/** Why no cluster can be started. */
export const NO_BINARY =
  'there is no Restate server for this platform; npm has one for Linux and macOS, x64 and arm64'
