/** The lengths, zones and tolerances that rules are judged by. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Zone } from './calendar.ts'
import { canonical } from './canonical.ts'
import { standard } from './codec.ts'
import { hash } from './hash.ts'
import { firstProblem, type Unreadable, unreadable } from './unreadable.ts'
import { whole } from './whole.ts'

/** The codec of `Policy`. */
export const Policy = standard(
  t.readonly(
    t.strict({
      /** How far two honest clocks may differ, in seconds. */
      clockToleranceSeconds: whole('whole seconds up to a day', 0, 86_400),
      /** How long after its debit date a SEPA payment may be refunded, in weeks. */
      refundWindowWeeks: whole('whole weeks from 1 to 520', 1, 520),
      /** How long the provider may take to carry a refund out, in days. */
      refundProcessingDays: whole('whole days up to 60', 0, 60),
      /** How long after its debit date a SEPA payment may be charged back, in months. */
      chargebackWindowMonths: whole('whole months from 1 to 120', 1, 120),
      /** From how many days after its submission a SEPA payment's funds are debited. */
      debitFromDays: whole('whole days up to 60', 0, 60),
      /** By how many days after its submission they are. */
      debitWithinDays: whole('whole days up to 60', 0, 60),
      /** How long a SEPA payment may be pending before it is overdue, in days. */
      overdueAfterDays: whole('whole days from 1 to 365', 1, 365),
      /** How long a session is expected to take, in minutes. */
      sessionMinutes: whole('whole minutes from 1 to 1440', 1, 1440),
      /** How long a SEPA mandate lives without a collection, in months. */
      mandateDormancyMonths: whole('whole months from 1 to 120', 1, 120),
      /** Where the civil dates of SEPA are read. */
      sepaZone: Zone,
      /** Where a ticket's expiry is read when it names no zone. */
      ticketZone: Zone,
    }),
    'policy',
  ),
)
export type Policy = t.TypeOf<typeof Policy>

/** The interface's own values. @spec interface, Limits; design, 8 Time */
export const defaultPolicy: Policy = {
  clockToleranceSeconds: 60,
  refundWindowWeeks: 8,
  refundProcessingDays: 4,
  chargebackWindowMonths: 13,
  debitFromDays: 1,
  debitWithinDays: 2,
  overdueAfterDays: 7,
  sessionMinutes: 15,
  mandateDormancyMonths: 36,
  sepaZone: 'Europe/Brussels' as Zone,
  ticketZone: 'America/Argentina/Buenos_Aires' as Zone,
}

/** A policy that differs from the interface's in some values; a wrong name, length or zone is told. */
export const readPolicy = (
  changes: Readonly<Record<string, unknown>>,
): E.Either<Unreadable, Policy> =>
  Object.keys(changes).every((name) => Object.hasOwn(defaultPolicy, name))
    ? E.mapLeft(firstProblem)(Policy.decode({ ...defaultPolicy, ...changes }))
    : E.left(unreadable('policy', 'only names that a policy has', changes))

/** Names a policy by its content: reports and saved states carry it. */
export const policyHash = (policy: Policy): string => hash(canonical(policy))
