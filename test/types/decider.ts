/**
 * A machine is a decider in the usual shape, without a cast: fmodel's own types, Emmett's as
 * documented.
 */
import type { IDecider } from '@fraktalio/fmodel-ts'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Command } from '../../src/judge/decide.ts'
import { decider } from '../../src/judge/decider.ts'

const deciders = {
  session: decider(session),
  payment: decider(sepaPayment),
  mandate: decider(sepaMandate),
  ticket: decider(ticketPayment),
}
type Deciders = typeof deciders
type StateOf<K extends keyof Deciders> = Deciders[K]['initial']

// fmodel: the initial state is a value --------------------------------------------
type Fmodel<K extends keyof Deciders> = IDecider<Command<string>, StateOf<K>, DomainEvent>

export const asFmodel: { readonly [K in keyof Deciders]: Fmodel<K> } = {
  session: { ...deciders.session, initialState: deciders.session.initial },
  payment: { ...deciders.payment, initialState: deciders.payment.initial },
  mandate: { ...deciders.mandate, initialState: deciders.mandate.initial },
  ticket: { ...deciders.ticket, initialState: deciders.ticket.initial },
}

// Emmett: it is a function; commands and events are read-only records ------------
type Message<T extends string = string, D = unknown, M = unknown> = Readonly<{
  type: T
  data: Readonly<D>
  metadata?: M
}>
interface EmmettDecider<S, C extends Message, E extends Message> {
  decide: (command: C, state: S) => E | E[]
  evolve: (currentState: S, event: E) => S
  initialState: () => S
  isTerminal?: (state: S) => boolean
}

export const asEmmett: {
  readonly [K in keyof Deciders]: EmmettDecider<StateOf<K>, Command<string>, DomainEvent>
} = deciders

// @ts-expect-error a state of one machine is not one of another
deciders.payment.isTerminal(deciders.ticket.initial)

// @ts-expect-error a command has a time: there is no clock here
deciders.payment.decide({ type: 'requestRefund', data: {}, metadata: { commandId: 'c' } })
