/** A store in memory: to try a desk, and to test what is built on one. */
import { compare } from '../words/data/lists.ts'
import type { Save, Store } from './ports.ts'

type SavedRow = Save['rows'][number]

/**
 * Makes an empty store in memory. It keeps no messages, which a desk never asks for. `lines` returns the
 * whole log, as an audit reads it.
 */
export const memoryStore = (): Store & { readonly lines: () => readonly string[] } => {
  const rows = new Map<string, SavedRow[]>()
  const commands = new Map<string, SavedRow>()
  const streams = new Map<string, Save['streams'][number]>()
  const log: string[] = []
  const isTaken = ({ stream, revision, command }: SavedRow): boolean =>
    rows.get(stream)?.[revision] !== undefined || (command !== null && commands.has(command))
  const keepRow = (row: SavedRow): void => {
    const own = rows.get(row.stream) ?? []
    own[row.revision] = row
    rows.set(row.stream, own)
    if (row.command !== null) commands.set(row.command, row)
    log.push(row.line)
  }
  return {
    load: async (asked, command) => {
      const found = asked.flatMap(({ stream, revision }) => rows.get(stream)?.slice(revision) ?? [])
      const named = command === null ? undefined : commands.get(command)
      const all = named === undefined || found.includes(named) ? found : [...found, named]
      return all
        .toSorted((a, b) => compare(a.stream, b.stream) || a.revision - b.revision)
        .map(({ line }) => line)
    },
    save: async (save) => {
      const used = save.rows.flatMap(({ command }) => command ?? [])
      if (new Set(used).size < used.length || save.rows.some(isTaken)) return false
      for (const row of save.rows) keepRow(row)
      for (const row of save.streams) {
        if (row.revision >= (streams.get(row.stream)?.revision ?? -1)) streams.set(row.stream, row)
      }
      return true
    },
    due: async (now) =>
      [...streams.values()].flatMap(({ stream, due }) =>
        due !== null && due <= now ? [stream] : [],
      ),
    lines: () => [...log],
  }
}
