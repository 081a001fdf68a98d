/** What codecs are made of, as far as io-ts shows it: for what is worked out from a codec beside decoding. */

/** A codec, looked at from outside. `of`: the codec that an `ofOwn` is around. */
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
