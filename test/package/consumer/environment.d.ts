/** The only types of the environment that the programs themselves and XState's declarations need. */
declare const console: { log(text: string): void }
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
interface AbortSignal {
  readonly aborted: boolean
}
