/** A store in memory: to try a desk, and to test what is built on one. */
import { addTo, compare } from '../words/data/lists.ts'
import type { Save, Store } from './ports.ts'

type SavedRow = Save['rows'][number]

/**
 * Makes an empty store in memory. It keeps no messages, which a desk never asks for. `lines` returns the
 * whole log, as an audit reads it.
 */
export const memoryStore = (): Store & { readonly lines: () => readonly string[] } => {
  const log: SavedRow[] = []
  const rows = new Map<string, SavedRow[]>()
  const taken = new Map<string, SavedRow>()
  const streams = new Map<string, Save['streams'][number]>()
  const namesOf = ({ stream, revision, command }: SavedRow): readonly string[] => [
    `revision ${revision} of ${stream}`,
    ...(command === null ? [] : [`command ${command}`]),
  ]
  return {
    load: async (asked, command) => {
      const named = command === null ? undefined : taken.get(`command ${command}`)
      const found = asked.flatMap(({ stream, revision: from }) =>
        (rows.get(stream) ?? []).filter(({ revision }) => revision >= from),
      )
      const all = named === undefined ? found : new Set([...found, named])
      return [...all]
        .toSorted((a, b) => compare(a.stream, b.stream) || a.revision - b.revision)
        .map(({ line }) => line)
    },
    save: async (save) => {
      const names = save.rows.flatMap(namesOf)
      if (new Set(names).size < names.length || names.some((name) => taken.has(name))) return false
      for (const row of save.rows) {
        for (const name of namesOf(row)) taken.set(name, row)
        addTo(rows, row.stream, row)
        log.push(row)
      }
      for (const row of save.streams) {
        if (row.revision >= (streams.get(row.stream)?.revision ?? -1)) streams.set(row.stream, row)
      }
      return true
    },
    due: async (now) =>
      [...streams.values()].flatMap(({ stream, due }) =>
        due !== null && due <= now ? [stream] : [],
      ),
    lines: () => log.map(({ line }) => line),
  }
}
