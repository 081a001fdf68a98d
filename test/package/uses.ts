/** Typical uses of the package, each with the names that it imports. */
interface Names {
  readonly payfold?: string
  readonly machine?: string
  readonly machines?: string
  readonly provider?: string
  readonly audit?: string
  readonly inspect?: string
}

/** The names of each use, by entry. */
export const USES = {
  'fold payments': { machine: 'fold', machines: 'sepaPayment' },
  'fold sessions': { machine: 'fold', machines: 'session' },
  'judge a payment': { machine: 'decide', machines: 'sepaPayment' },
  'fold, judge and ask': { payfold: 'payfold', machines: 'sepaPayment' },
  'fold, judge and ask, all machines': { payfold: 'payfold', machines: '*' },
  'read webhooks': { provider: 'fromWebhook' },
  'read whatever comes': { provider: 'readStored, readMessage' },
  'audit a log': { payfold: 'payfold', machines: '*', audit: 'audit' },
  'show a stream': { payfold: 'payfold', machines: '*', inspect: 'streamPage' },
  'all but testing': {
    payfold: '*',
    machine: '*',
    machines: '*',
    provider: '*',
    audit: '*',
    inspect: '*',
  },
} as const satisfies Readonly<Record<string, Names>>

/** The name of a use. */
export type Use = keyof typeof USES

/** The names of all uses. */
export const USE_NAMES = Object.keys(USES) as Use[]

const namesIn = (use: Use): readonly (readonly [entry: string, names: string])[] =>
  Object.entries(USES[use]).map(([entry, names]) => [
    entry === 'payfold' ? entry : `payfold/${entry}`,
    names,
  ])

/** A program with just that use. */
export const programOf = (use: Use): string =>
  namesIn(use)
    .map(([entry, names]) =>
      names === '*' ? `export * from '${entry}'\n` : `export { ${names} } from '${entry}'\n`,
    )
    .join('')

/** The names, as a page lists them. */
export const namesOf = (use: Use): string =>
  namesIn(use)
    .map(([entry, names]) =>
      names === '*' ? `all of \`${entry}\`` : names.replace(/\w+/g, '`$&`'),
    )
    .join(', ')
