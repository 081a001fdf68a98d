/** What may be done: every command of a machine, within which bounds and until when, or why not. */
import * as E from 'fp-ts/lib/Either.js'
import type { Folding } from '../fold/fold.ts'
import type { Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import type { Instant } from '../words/instant.ts'
import type { Currency } from '../words/money.ts'
import { defaultPolicy } from '../words/policy.ts'
import type { Refusal } from '../words/refusal.ts'
import { COMMANDS, type CommandName, commandsOf } from './commands.ts'
import { decide, type InDoubt } from './decide.ts'
import { windows } from './windows.ts'

/** What a command may be: allowed within bounds and until a moment, or not, and why. */
export interface Allowance {
  readonly command: CommandName
  readonly isAllowed: boolean
  /** From the least to the most that may be asked for, in minor units; null where no amount is. */
  readonly amount: {
    readonly least: 1
    readonly most: number
    readonly currency: Currency | null
  } | null
  /** The first moment at which it will no longer be allowed for the time alone; null: none is known. */
  readonly until: Instant | null
  readonly refusals: readonly Refusal[]
  /** The step was asked for and not answered: send that again, take no other. */
  readonly inDoubt: InDoubt | null
}

/** More than any sum that is exact: what is left is in the refusal. */
const MOST = Number.MAX_SAFE_INTEGER

/** Ids of nothing: no rule looks at the name of what a stream is about. */
const NOBODY = { paymentId: 'pay_0', sessionId: 'sid_0', sourceId: 'src_0' } as const

/** A command id of nobody's. */
const PROBE = 'probe:allowed'

/**
 * Every command that a machine knows, judged at a moment. Each is tried by the same judge that decides:
 * what is allowed here is decided so, and nothing else. @spec design, 9 Judging
 */
export const allowed = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
) => {
  const decideOn = decide(machine, { policy })
  const windowsOf = windows(machine, { policy })
  return (state: State<C, S, N>, now: Instant): readonly Allowance[] =>
    commandsOf(machine.events).map((command) => {
      const { subject, window } = COMMANDS[command]
      const ask = (amount: number) =>
        decideOn(state, {
          type: command,
          data: { [subject]: NOBODY[subject], amount },
          metadata: { commandId: PROBE, now },
        })
      const refusalsOf = (answer: ReturnType<typeof ask>): readonly Refusal[] =>
        E.isLeft(answer) && answer.left.error === 'Refused' ? answer.left.refusals : []
      const most = refusalsOf(
        command === 'requestRefund' ? ask(MOST) : E.right({} as never),
      ).flatMap((refusal) => (refusal.rule === 'withinNet' ? refusal.available : []))[0]
      const answer = ask(1)
      const isAllowed = E.isRight(answer) && answer.right.events.length > 0
      const closing = windowsOf(state, now).find(({ name }) => name === window)
      const { currency = null } = state.context as { readonly currency?: Currency | null }
      return {
        command,
        isAllowed,
        amount: isAllowed && most !== undefined ? { least: 1, most, currency } : null,
        until: isAllowed ? (closing?.closesAt ?? null) : null,
        refusals: refusalsOf(answer),
        inDoubt: E.isLeft(answer) && answer.left.error === 'InDoubt' ? answer.left : null,
      }
    })
}
