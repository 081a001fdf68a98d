/**
 * Where recorded messages and the interface's page are: next to the repository, never inside it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const SHARED = new URL('../../../shared/', import.meta.url)

/** A text from there; if it is missing, the run ends with a sentence. */
const read = (path: string): string => {
  const place = new URL(path, SHARED)
  if (!existsSync(place)) throw new Error(`There is no ../shared/${path}: this run reads it.`)
  return readFileSync(place, 'utf8')
}

/** The page of the interface. */
export const interfacePage = (): string => read('spec/interface.md')

/** A recorded message, by its file. */
export const recorded = (file: string): string => read(`samples/${file}`)

/** The files of all recorded messages. */
export const files: readonly string[] = existsSync(new URL('samples/', SHARED))
  ? readdirSync(new URL('samples/', SHARED)).filter((name) => name.endsWith('.json'))
  : []
