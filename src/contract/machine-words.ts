/** What a person calls the parts of a machine: its states, events, conditions and windows. */
import { ownAt } from '../words/data/plain-data.ts'

/** Words by the names in code. States are named by their path from the root. */
export interface MachineWords {
  readonly states: Readonly<Record<string, string>>
  /** In a story the words of an event follow its amount: `40.00 EUR captured`. */
  readonly events: Readonly<Record<string, string>>
  /** The words of an event that only our own request reports: nobody knows whether it happened. */
  readonly requested?: Readonly<Record<string, string>>
  /** A condition with the words of the state that it chooses is not written beside that state. */
  readonly conditions: Readonly<Record<string, string>>
  /** The words of a window come before its last day: `expected by 28 July 2026`. */
  readonly windows: Readonly<Record<string, string>>
}

/** The words of what has none of its own: those of its name. */
const inName = (name: string): string =>
  (name.split('.').at(-1) ?? name)
    .replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
    .replaceAll('_', ' ')

/** Finds the words of a machine's parts; a part without words is called by its name. */
export const wordsIn =
  (machine: { readonly words?: MachineWords } | null) =>
  (kind: keyof MachineWords, name: string): string =>
    ownAt(machine?.words?.[kind] ?? {}, name) ?? inName(name)

/** What has sums, each with what it is called: a machine. */
interface Summed<Title> {
  readonly sums?: { readonly titles: Readonly<Record<string, Title>> } | null | undefined
}

/** All sums that machines have, by name, each with what it is called. */
export const sumsIn = <Title>(machines: readonly Summed<Title>[]): ReadonlyMap<string, Title> =>
  new Map(machines.flatMap(({ sums }) => Object.entries(sums?.titles ?? {})))
