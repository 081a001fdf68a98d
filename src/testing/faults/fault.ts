/** A fault of a provider, as a value. */
import type { Delivery } from '../generators/provider-messages.ts'

/** A way in which a provider errs or lies. */
export interface Fault {
  readonly name: string
  /** What the provider does, in one sentence. */
  readonly says: string
  /** The codes of findings and the reasons of parked events that it may cause. */
  readonly finds: readonly string[]
  /**
   * The messages that come in place of one message; none if the fault cannot happen to it. `all` are
   * the messages among which it comes.
   */
  readonly plant: (message: Delivery, all: readonly Delivery[]) => readonly Delivery[]
}
