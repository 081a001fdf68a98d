/** Lists every command of a machine: its bounds and deadline if it is allowed, otherwise the refusal. */

import * as E from '#fp-ts/Either'
import type { Machine } from '../contract/machine-record.ts'
import type { Refusal } from '../contract/refusal.ts'
import type { State } from '../contract/state.ts'
import type { Folding } from '../fold/fold.ts'
import { subjectOf } from '../merge/stream-subject.ts'
import { type Currency, LARGEST, leastIn } from '../words/money.ts'
import { defaultPolicyOf, type Policy } from '../words/policy.ts'
import type { CivilDate, Zone } from '../words/time/calendar.ts'
import type { Instant } from '../words/time/instant.ts'
import { availableIn, decide, MOST } from './decide.ts'
import type { InDoubt } from './known-command.ts'
import { windows } from './windows.ts'

/** Whether a command is allowed: if so, its bounds and its deadline; if not, the refusal. */
export interface Allowance {
  readonly command: string
  readonly isAllowed: boolean
  /**
   * The allowed amounts, in minor units; null if the command is not allowed, or takes no amount.
   * In some currencies the provider accepts only multiples of the least.
   */
  readonly amount: {
    readonly least: number
    readonly most: number
    readonly currency: Currency | null
  } | null
  /** The first instant at which time alone forbids the command; null if there is none. */
  readonly until: Instant | null
  /** The last day on which it is allowed, in `zone`; null if no day ends with `until`. */
  readonly lastDay: CivilDate | null
  readonly zone: Zone | null
  readonly refusals: readonly Refusal[]
  /** Set if the step was requested, and nobody knows whether the provider carried it out. */
  readonly inDoubt: InDoubt | null
}

/** A command id that no backend uses. */
const PROBE = 'probe:allowed'

/** The largest amount up to a bound that the provider accepts. */
const acceptable = (bound: number, least: number): number => {
  const most = Math.min(bound, LARGEST)
  return most - (most % least)
}

type CommandAnswer = ReturnType<ReturnType<typeof decide>>

const refusalsOf = (answer: CommandAnswer): readonly Refusal[] =>
  E.isLeft(answer) && answer.left.error === 'Refused' ? answer.left.refusals : []

const inDoubtOf = (answer: CommandAnswer): InDoubt | null =>
  E.isLeft(answer) && answer.left.error === 'InDoubt' ? answer.left : null

/** Prepares to try each command with `decide`: on the state's subject, with an amount where it takes one. */
export const tries = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  policy: Policy,
) => {
  const decideOn = decide(machine, { policy })
  const { field, id, sample } = machine.subject
  return (state: State<C, S, N>, now: Instant) => {
    const own = subjectOf(machine.subject, state)
    const subject = id.is(own) ? own : sample
    return Object.entries(machine.commands).map(([command, { window, bound, data }]) => {
      const ask = (amount: number): CommandAnswer => {
        const full = { [field]: subject, amount }
        const bare = { [field]: subject }
        const isBare = E.isLeft(data.decode(full)) && E.isRight(data.decode(bare))
        const metadata = { commandId: PROBE, now }
        return decideOn(state, { type: command, data: isBare ? bare : full, metadata })
      }
      return { command, window, bound, ask }
    })
  }
}

/** Lists every command of a machine at a time. It tries each with `decide`. @spec decisions#17 */
export const allowed = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const triesOf = tries(machine, policy)
  const windowsOf = windows(machine, { policy })
  return (state: State<C, S, N>, now: Instant): readonly Allowance[] =>
    triesOf(state, now).map(({ command, window, bound, ask }) => {
      const most = bound === null ? null : (availableIn(bound, refusalsOf(ask(MOST))) ?? MOST)
      const { currency = null } = state.context as { readonly currency?: Currency | null }
      const least = leastIn(currency)
      const answer = ask(least)
      const isAllowed = E.isRight(answer) && answer.right.events.length > 0
      const closing = isAllowed && windowsOf(state, now).find(({ name }) => name === window)
      const { closesAt: until = null, lastDay = null, zone = null } = closing || {}
      return {
        command,
        isAllowed,
        amount:
          isAllowed && most !== null ? { least, most: acceptable(most, least), currency } : null,
        until,
        lastDay,
        zone,
        refusals: refusalsOf(answer),
        inDoubt: inDoubtOf(answer),
      }
    })
}
