/**
 * What the log must contain: the same messages processed one after another, in memory, with the
 * library only.
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { payfold, Stream } from 'payfold'
import { contentHash } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { openDatabase } from '../src/database.js'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

/** Everything in a database. @param {Record<string, string>} environment */
export const everythingIn = async (environment) => {
  const database = await openDatabase({
    databaseUrl: environment['DATABASE_URL'] ?? null,
    folder: environment['DATA'] ?? '',
    patienceMs: 10_000,
  })
  const messages = await database.query(
    'select id::text as id, received_at, kind, about, body, outcome, times from messages order by messages.id',
  )
  const entries = await database.query(
    'select stream, revision, line, message::text as message from entries order by stream, revision',
  )
  await database.close()
  return { messages, entries }
}

/** @typedef {Awaited<ReturnType<typeof everythingIn>>} Everything */

/** @param {string} line */
const eventIn = (line) => {
  const read = pf.fromLine(line)
  if (isLeft(read)) throw new Error(`A line is not valid: ${JSON.stringify(read.left)}`)
  return read.right.event
}

/**
 * Returns the steps that added entries in an order that is consistent with the order of every
 * stream.
 *
 * @param {Everything['entries']} entries
 */
const orderOf = (entries) => {
  /** @type {Map<string, { readonly before: Set<string> }>} */
  const steps = new Map()
  let [stream, last] = ['', '']
  for (const entry of entries) {
    // a step of ours has no message: its own entry represents it
    const step = entry['message'] ?? `own ${entry['stream']} ${entry['revision']}`
    const known = steps.get(step) ?? { before: new Set() }
    steps.set(step, known)
    if (entry['stream'] === stream && last !== step) known.before.add(last)
    stream = entry['stream']
    last = step
  }
  /** @type {string[]} */
  const order = []
  const placed = new Set()
  /** @param {string} step @param {ReadonlySet<string>} under */
  const place = (step, under) => {
    if (placed.has(step)) return
    if (under.has(step))
      throw new Error('The streams contradict each other about the order of messages.')
    for (const before of steps.get(step)?.before ?? []) place(before, new Set([...under, step]))
    placed.add(step)
    order.push(step)
  }
  for (const step of steps.keys()) place(step, new Set())
  return order
}

/**
 * The lines by stream if the messages are processed one after another.
 *
 * @param {Everything} everything
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
export const sequential = ({ messages, entries }) => {
  const byId = new Map(messages.map((message) => [message['id'], message]))
  /** @type {Map<any, any>} */
  const tips = new Map()
  /** @type {Map<string, any[]>} */
  const events = new Map()
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  /** @param {readonly import('../src/plan.js').Reported[]} reported */
  const append = (reported) => {
    const appended = pf.appendAll(tips, reported)
    if (isLeft(appended)) throw new Error(appended.left.error)
    for (const [stream, tip] of appended.right.tips) tips.set(stream, tip)
    for (const entry of appended.right.entries) {
      lines.set(entry.stream, [...(lines.get(entry.stream) ?? []), pf.toLine(entry)])
      events.set(entry.stream, [...(events.get(entry.stream) ?? []), entry.event])
    }
    return appended.right.entries
  }
  const order = orderOf(entries)
  const rest = messages.map(({ id }) => id).filter((id) => !order.includes(id))
  for (const step of [...order, ...rest]) {
    const reported = step.startsWith('own ') ? ownStep(step, entries) : reportedBy(byId.get(step))
    const added = append(reported)
    for (const stream of new Set(added.map((entry) => entry.stream))) {
      if (!stream.startsWith('payment-')) continue
      const implied = pf.consequences(pf.fold(stream, events.get(stream) ?? []))
      if (!isLeft(implied)) append(implied.right)
    }
  }
  return lines
}

/** @param {string} step @param {Everything['entries']} entries */
const ownStep = (step, entries) => {
  const [, stream, revision] = step.split(' ')
  const own = entries.find(
    (entry) => entry['stream'] === stream && String(entry['revision']) === revision,
  )
  return [{ stream: own?.['stream'], event: eventIn(own?.['line']) }]
}

/** @param {Record<string, any> | undefined} message */
const reportedBy = (message) => {
  const { received_at: receivedAt, kind, about, body } = message ?? {}
  const text = Buffer.from(body).toString('utf8')
  const stored = readStored({ ...about, kind, receivedAt, body: text })
  const reading = isLeft(stored) ? stored : readMessage(stored.right)
  return isLeft(reading) ? [] : reading.right
}

/** The lines in the log, by stream. @param {Everything} everything */
export const linesIn = ({ entries }) => {
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  for (const { stream, line } of entries) lines.set(stream, [...(lines.get(stream) ?? []), line])
  return lines
}

/** The findings of every stream. @param {Everything} everything */
export const findingsIn = (everything) =>
  new Map(
    [...linesIn(everything)].map(([stream, lines]) => {
      if (!Stream.is(stream)) throw new Error('A stream has a wrong name.')
      return [stream, pf.fold(stream, lines.map(eventIn)).findings.map(({ code }) => code)]
    }),
  )

/**
 * The content of an event, no matter when it was recorded.
 * @param {string} stream @param {import('payfold').DomainEvent} event
 */
const saying = (stream, event) => `${stream} ${event.metadata.eventId} ${contentHash(event)}`

/**
 * The distinct facts that the provider reported, from the bodies that it sent, no matter what the
 * service did with them.
 *
 * @param {readonly string[]} bodies
 */
export const saidIn = (bodies) =>
  new Set(
    bodies
      .flatMap((body) =>
        reportedBy({
          received_at: '2026-01-01T00:00:00Z',
          kind: 'webhook',
          about: { isVerified: true },
          body,
        }),
      )
      .map(({ stream, event }) => saying(stream, event)),
  )

/** The facts that webhooks reported, in the order of the log. @param {Everything} everything */
export const saidBy = ({ messages, entries }) => {
  const webhooks = new Set(messages.filter(({ kind }) => kind === 'webhook').map(({ id }) => id))
  return entries
    .filter(({ stream, message }) => webhooks.has(message) && !stream.startsWith('mandate-'))
    .map(({ stream, line }) => saying(stream, eventIn(line)))
}
