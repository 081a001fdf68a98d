// @ts-check
/** Lists what would be published: name and version, every file with its size, and the checksum. */
import { distTagOf } from './faults.js'

/**
 * What `npm pack --json` reports about a package.
 * @typedef {{
 *   readonly name: string, readonly version: string, readonly filename: string,
 *   readonly size: number, readonly unpackedSize: number, readonly integrity: string,
 *   readonly files: readonly { readonly path: string, readonly size: number }[],
 * }} Packed
 */

/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/**
 * Writes the list line by line.
 * @param {Packed} packed
 * @returns {readonly string[]}
 */
export const packedText = ({ files, ...packed }) => {
  const sizes = files.map(({ size }) => kilobytes(size))
  const width = Math.max(0, ...sizes.map(({ length }) => length))
  return [
    ...files.map(({ path }, place) => `${(sizes[place] ?? '').padStart(width)}  ${path}`),
    '',
    `${packed.name} ${packed.version}, tagged "${distTagOf(packed.version)}"`,
    `${files.length} files, ${kilobytes(packed.size)} packed, ${kilobytes(packed.unpackedSize)} unpacked`,
    `integrity ${packed.integrity}`,
  ]
}
