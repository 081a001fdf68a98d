/** A store in memory: to try a desk, and to test what is built on one. */
import { compare } from '../words/data/lists.ts'
import type { Save, Store } from './ports.ts'

type SavedRow = Save['rows'][number]

/**
 * Makes an empty store in memory. It keeps no messages, which a desk never asks for. `lines` returns the
 * whole log, as an audit reads it.
 */
export const memoryStore = (): Store & { readonly lines: () => readonly string[] } => {
  const rows: SavedRow[] = []
  const taken = new Set<string>()
  const streams = new Map<string, Save['streams'][number]>()
  return {
    load: async (asked, command) =>
      rows
        .filter(
          (row) =>
            (command !== null && row.command === command) ||
            asked.some((from) => from.stream === row.stream && from.revision <= row.revision),
        )
        .toSorted((a, b) => compare(a.stream, b.stream) || a.revision - b.revision)
        .map(({ line }) => line),
    save: async (save) => {
      const names = save.rows.flatMap(({ stream, revision, command }) => [
        `revision ${revision} of ${stream}`,
        ...(command === null ? [] : [`command ${command}`]),
      ])
      if (new Set(names).size < names.length || names.some((name) => taken.has(name))) return false
      for (const name of names) taken.add(name)
      rows.push(...save.rows)
      for (const row of save.streams) {
        if (row.revision >= (streams.get(row.stream)?.revision ?? -1)) streams.set(row.stream, row)
      }
      return true
    },
    due: async (now) =>
      [...streams.values()].flatMap(({ stream, due }) =>
        due !== null && due <= now ? [stream] : [],
      ),
    lines: () => rows.map(({ line }) => line),
  }
}
