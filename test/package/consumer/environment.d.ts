/** All that is asked of the types of where it runs: by the program itself, and by XState's declarations. */
declare const console: { log(text: string): void }
interface AbortSignal {
  readonly aborted: boolean
}
