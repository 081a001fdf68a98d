/** Which refund each message is about: that of its action, or that of the command that it names. */
import { addTo } from '../../src/words/lists.ts'
import { dataOf, ownNames, type Report, type Reports } from './reports.ts'

/** Returns the command that a message names: by its id, or by a reference that one command was sent with. */
export const commandsIn = (messages: readonly Report[]) => {
  const sent = new Map<string, Set<string>>()
  for (const { event } of messages) {
    const { commandId, reference } = dataOf(event)
    if (typeof commandId !== 'string') continue
    const key = String(reference ?? commandId)
    sent.set(key, (sent.get(key) ?? new Set()).add(commandId))
  }
  return ({ event }: Report): string | null => {
    const { commandId, reference } = dataOf(event)
    if (typeof commandId === 'string') return commandId
    const [named, another] = sent.get(String(reference)) ?? []
    return another === undefined ? (named ?? null) : null
  }
}

/** Returns the command that a message names; null if it names none. */
export type CommandOf = ReturnType<typeof commandsIn>

/** The actions of each command that messages name together with it. */
const actionsIn = (commandOf: CommandOf, reports: readonly Report[]) => {
  const actions = new Map<string, Set<string>>()
  for (const each of reports) {
    const command = commandOf(each)
    if (command === null || each.actionId === null) continue
    actions.set(command, (actions.get(command) ?? new Set()).add(each.actionId))
  }
  return (command: string | null): readonly string[] =>
    command === null ? [] : [...(actions.get(command) ?? [])].sort()
}

/** Names the refund of each message: its action, or the command that it bears. */
const naming =
  (
    commandOf: CommandOf,
    actionsOf: ReturnType<typeof actionsIn>,
    commands: ReadonlyMap<string, string | null>,
  ) =>
  (each: Report): string | null => {
    if (each.actionId !== null) return each.actionId
    const command = commandOf(each)
    if (command === null) return null
    const [action = commands.get(command), another] = actionsOf(command)
    const isRequest = each.event.type === 'refund_requested'
    // a message that may be about either of two actions is about a refund of its own
    const isOfOne = typeof action === 'string' && (another === undefined || isRequest)
    return isOfOne ? action : `command:${command}`
  }

/** What is about each refund, by its id; what bears neither action nor command is by itself. */
export const refundsById = (
  reports: Reports,
  commandOf: CommandOf,
  commands: ReadonlyMap<string, string | null>,
) => {
  const { requests } = reports
  const messages = [...reports.refunds, ...reports.rows.filter(({ kind }) => kind === 'refund')]
  const actionsOf = actionsIn(commandOf, messages)
  const [entityOf, nameOf] = [naming(commandOf, actionsOf, commands), ownNames(messages)]
  const [things, asked] = [new Map<string, Report[]>(), new Map<string, Report[]>()]
  const nameless = new Set<string>()
  for (const each of messages) {
    const entity = entityOf(each)
    const id = entity ?? nameOf(each)
    if (entity === null) nameless.add(id)
    addTo(things, id, each)
  }
  for (const each of requests) {
    const own = new Set([entityOf(each) ?? '', ...actionsOf(commandOf(each))])
    for (const id of own) addTo(asked, id, each)
  }
  const all = [...messages, ...requests]
  return {
    things,
    asked,
    nameless,
    entities: all.map((each) => [each.event, entityOf(each)] as const),
  }
}
