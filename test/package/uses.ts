/** What somebody may use of the package, each with the names that it takes. */
export const USES = {
  'judge a payment': { payfold: 'allowed, decide', machines: 'sepaPayment' },
  'judge, and ask': { payfold: 'allowed, decide, questions', machines: 'sepaPayment' },
  'fold payments': { payfold: 'fold', machines: 'sepaPayment' },
  'fold sessions': { payfold: 'fold', machines: 'session' },
  'read webhooks': { payfold: 'readWebhook, verifySignature' },
  'read whatever comes': { payfold: 'readDelivery' },
  'keep a log': { payfold: 'append, fromLine, toLine' },
  'audit a log': { payfold: 'audit', machines: '*' },
  'show a stream': { payfold: 'streamPage', machines: '*' },
  'all of both entries': { payfold: '*', machines: '*' },
} as const

/** The name of a use. */
export type Use = keyof typeof USES

/** The names of all uses. */
export const USE_NAMES = Object.keys(USES) as Use[]

const exported = (names: string, entry: string): string =>
  names === '*' ? `export * from '${entry}'\n` : `export { ${names} } from '${entry}'\n`

interface Names {
  readonly payfold: string
  readonly machines?: string
}

/** The program that uses just that. */
export const programOf = (use: Use): string => {
  const { payfold, machines }: Names = USES[use]
  const ours = exported(payfold, 'payfold')
  return machines === undefined ? ours : ours + exported(machines, 'payfold/machines')
}

const told = (names: string, all: string): string =>
  names === '*' ? all : names.replace(/\w+/g, '`$&`')

/** The names, told. */
export const namesOf = (use: Use): string => {
  const { payfold, machines }: Names = USES[use]
  const ours = told(payfold, 'all names')
  return machines === undefined ? ours : `${ours}, ${told(machines, 'all machines')}`
}
