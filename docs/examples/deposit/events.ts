/** The events of a rental deposit, and what makes two events report the same occurrence. */
import type * as t from 'io-ts'
import { CommandId, Currency } from 'payfold'
import { eventCodec, fields, id, kind, type Lifecycle, Minor } from 'payfold/machine'

/** The id of a deposit. */
export const DepositId = id('dep')
export type DepositId = t.TypeOf<typeof DepositId>
/** The id of a claim for damage. */
export const ClaimId = id('clm')

const deposit = { depositId: DepositId }

/** The tenant paid the deposit. */
export const DepositReceived = eventCodec(
  'deposit_received',
  fields({ ...deposit, amount: Minor, currency: Currency }, {}),
)
export type DepositReceived = t.TypeOf<typeof DepositReceived>

/** The tenant moved out. */
export const TenancyEnded = eventCodec('tenancy_ended', fields(deposit, {}))
export type TenancyEnded = t.TypeOf<typeof TenancyEnded>

/** The landlord keeps part of the deposit for damage. Our own command has no claim id before its answer. */
export const DamageClaimed = eventCodec(
  'damage_claimed',
  fields({ ...deposit, amount: Minor }, { claimId: ClaimId, commandId: CommandId }),
)
export type DamageClaimed = t.TypeOf<typeof DamageClaimed>

/** The landlord returned the rest of the deposit. */
export const DepositReturned = eventCodec(
  'deposit_returned',
  fields({ ...deposit, amount: Minor }, { commandId: CommandId }),
)
export type DepositReturned = t.TypeOf<typeof DepositReturned>

/**
 * The phases follow cause and effect: the receipt, the end of the tenancy, the claims, the return.
 */
export const depositEvents = {
  deposit_received: kind(DepositReceived, 'once', 0),
  tenancy_ended: kind(TenancyEnded, 'once', 1),
  damage_claimed: kind(DamageClaimed, 'claim', 2),
  deposit_returned: kind(DepositReturned, 'once', 3),
} as const satisfies Lifecycle

/** Every event of a deposit. */
export type DepositEvent = DepositReceived | TenancyEnded | DamageClaimed | DepositReturned
