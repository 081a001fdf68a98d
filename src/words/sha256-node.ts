/** SHA-256 by Node.js, in one shot: chosen by the package's `node` condition. */
/// <reference types="node" />
import { hash as digest } from 'node:crypto'

/** The SHA-256 of a text's UTF-8 bytes: 64 lower-case hexadecimal digits. @spec FIPS 180-4 */
export const hash = (text: string): string => digest('sha256', text, 'hex')
