/** The only types of the environment that the program itself and XState's declarations need. */
declare const console: { log(text: string): void }
interface AbortSignal {
  readonly aborted: boolean
}
