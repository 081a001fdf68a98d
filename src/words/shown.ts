/** The inner structure of an io-ts codec, for code that examines codecs instead of decoding. */

/** A codec as seen from outside; `of` is the codec that `overOwnFields` wraps. */
export interface Shown {
  readonly _tag?: string
  readonly name: string
  readonly type?: Shown
  readonly types?: readonly Shown[]
  readonly props?: Readonly<Record<string, Shown>>
  readonly keys?: object
  readonly value?: unknown
  readonly of?: Shown
  is(value: unknown): boolean
}
