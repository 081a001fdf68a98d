/** The example that `npm start` runs: the report on a recorded week, and the program itself. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run as ran } from '../../docs/examples/week/run.js'
import { machines } from '../given.ts'
import { audit } from '../root.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const example = join(root, 'docs/examples/week')
const start = join(root, 'docs/examples/start.js')
const week = readFileSync(join(example, 'week.ndjson'), 'utf8')
const deliveries = week
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

const out = () => {
  const all: string[] = []
  return { write: (text: string) => all.push(text), text: () => all.join('') }
}

/** Runs it here, on the library's sources. */
const run = async (...words: readonly string[]): Promise<Ran> => {
  const [stdout, stderr] = [out(), out()]
  const exitCode = await ran(words, { stdout, stderr })
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs it as people do, on the built package. */
const started = (...words: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const ended = execFile(process.execPath, [start, ...words], (_, stdout, stderr) =>
      resolve({ exitCode: ended.exitCode ?? -1, stdout, stderr }),
    )
  })

interface StreamReport {
  readonly stream: string
  readonly machine: string
  readonly status: string
  readonly view: Readonly<Record<string, unknown>> | null
  readonly findings: readonly { readonly code: string; readonly sentence: string }[]
  readonly parked: readonly { readonly key: string; readonly reason: string }[]
  readonly questions: readonly {
    readonly because: string
    readonly reason: string
    readonly request: unknown
  }[]
  readonly lastEvent: { readonly type: string; readonly at: string } | null
}

interface Report {
  readonly messages: number
  readonly events: number
  readonly streams: readonly StreamReport[]
  readonly unrecognised: readonly { readonly stream: string; readonly name: string }[]
  readonly unreadable: readonly { readonly line: number; readonly sentence: string }[]
}

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).mtimeMs,
    ),
  )

const isBuilt = (): boolean => {
  const built = join(root, 'dist/src/index.js')
  const sources = ['src', 'machines'].map((folder) => newest(join(root, folder)))
  return existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources)
}

let text: Ran
let json: Ran
let report: Report
let folder: string

beforeAll(async () => {
  if (!isBuilt()) await promisify(execFile)('npm', ['run', '-s', 'build'], { cwd: root })
  folder = await mkdtemp(join(tmpdir(), 'payfold-week-'))
  text = await run()
  json = await run('--json')
  report = JSON.parse(json.stdout)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const fileOf = async (name: string, content: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

/** The only stream whose id begins with this text. */
const stream = (beginning: string): StreamReport => {
  const [found, ...others] = report.streams.filter((each) => each.stream.startsWith(beginning))
  if (found === undefined || others.length > 0) throw new Error(`not one stream: ${beginning}`)
  return found
}

const codesOf = ({ findings }: StreamReport) => findings.map(({ code }) => code)

describe('the recorded week', () => {
  test('has at least sixty messages, of every kind', () => {
    expect(deliveries.length).toBeGreaterThanOrEqual(60)
    expect(new Set(deliveries.map(({ kind }) => kind))).toEqual(
      new Set(['webhook', 'response', 'callback']),
    )
    expect(report.messages).toBe(deliveries.length)
  })

  test('contains both dialects, the newer one with either name for its time', () => {
    const webhooks = deliveries
      .filter(({ kind, body }) => kind === 'webhook' && typeof body === 'object')
      .map(({ body }) => body)
    expect(webhooks.some((body) => !('version' in body) && 'created_on' in body)).toBe(true)
    expect(webhooks.some((body) => 'version' in body && 'created_on' in body)).toBe(true)
    expect(webhooks.some((body) => 'version' in body && 'timestamp' in body)).toBe(true)
  })

  test('arrived mostly within seven days', () => {
    const within = deliveries.filter(({ receivedAt }) => /^2026-06-0[1-7]T/.test(receivedAt))
    expect(within.length / deliveries.length).toBeGreaterThan(0.9)
  })

  test('has its streams grouped by the four lifecycles, and some outside them', () => {
    expect(new Set(report.streams.map(({ machine }) => machine))).toEqual(
      new Set(['session@1', 'sepa-payment@1', 'sepa-mandate@1', 'ticket-payment@1', 'unassigned']),
    )
  })
})

/** What became of streams: a sentence, then the beginning of a name, a status, and the findings. */
const STREAMS = `
a refund that was declined and requested again counts once
  payment-pay_refundaskedagain partially_refunded
two equal partial refunds are two, though one was reported three times
  payment-pay_twinrefunds partially_refunded
a chargeback takes all of a payment
  payment-pay_chargedback charged_back
a return after a full refund leaves a negative net
  payment-pay_refundedthenreturned charged_back NegativeNet
a refund requested on day 57 is recorded, with a finding that it is late
  payment-pay_refundondayfiftyseven refunded withinRefundWindow
a chargeback after thirteen months, an enquiry and its processing has a finding that it is late
  payment-pay_thirteenmonthslater charged_back withinChargebackWindow
a chargeback that was won leaves the capture
  payment-pay_chargebackwon captured
a capture that arrives before everything else is taken
  payment-pay_capturefirst captured
a refund that was refused with 422 changes nothing
  payment-pay_refundrefused captured
a snapshot of an unknown refund leaves the payment captured
  payment-pay_refundedinsnapshot captured StatementDiffers
a list of actions reports capture and refund
  payment-pay_actionslist partially_refunded
a payment that was canceled has ended
  payment-pay_canceled canceled
a single mandate that is used twice has a finding
  mandate-src_singleusedtwice consumed mandateUsable
a mandate that is used after it was cancelled has a finding
  mandate-src_cancelledthenused cancelled mandateUsable
a recurring mandate accepts a second payment
  mandate-src_recurringtwopayments active
a ticket that is paid after its expiry is captured, with a finding that it is late
  payment-pay_ticketpaidlate captured lateCapture
a ticket that is paid in time is captured after being pending
  payment-pay_ticketpaidp captured
a ticket that was not paid has expired
  payment-pay_ticketexpired expired
a ticket can be declined at once
  payment-pay_ticketdeclinedatonce declined
one event id with two bodies is a conflict, and both are kept
  payment-pay_sameidtwobodies captured CapturedDiffers Disagreement ConflictingDuplicate
a frictionless session is approved
  session-sid_frictionless approved
a challenged session is approved
  session-sid_challenged approved
an unfinished challenge is abandoned
  session-sid_abandoned challenge_abandoned
a session without channel data expires
  session-sid_expired expired
a hosted session may end in an attempt
  session-sid_hosted attempted
an outcome that arrives before the channel data counts
  session-sid_outcomefirst approved
a look-up confirms what a callback says
  session-sid_calledback declined
a failure without a kind decides nothing, and somebody has to look
  session-sid_failedsomehow pending FailureUnknown
a card payment has no machine
  payment-pay_cardpayment unassigned
`

describe('the report on the week', () => {
  test.each(
    Array.from(STREAMS.matchAll(/^(\S.*)\n +(.*)$/gm), ([, sentence = '', line = '']) => {
      const [beginning = '', status = '', ...codes] = line.split(' ')
      return { sentence, beginning, status, codes }
    }),
  )('$sentence', ({ beginning, status, codes }) => {
    const found = stream(beginning)
    expect({ status: found.status, codes: codesOf(found) }).toEqual({ status, codes })
  })

  test('sums are computed from the whole stream', () => {
    expect(stream('payment-pay_twinrefunds').view).toMatchObject({ refunded: 5000, net: 5000 })
    expect(stream('payment-pay_refundaskedagain').view).toMatchObject({ refunded: 4000, net: 8000 })
    expect(stream('payment-pay_refundedthenreturned').view).toMatchObject({ net: -8000 })
    expect(stream('payment-pay_chargebackwon').view).toMatchObject({ chargedBack: 0, net: 5990 })
  })

  test('sessions show the next step and whether the payment may be authorized', () => {
    expect(stream('session-sid_frictionless').view).toEqual({
      nextActions: [],
      mayAuthorize: 'yes',
    })
    expect(stream('session-sid_hosted').view).toEqual({
      nextActions: ['complete'],
      mayAuthorize: 'choice',
    })
    expect(stream('session-sid_abandoned').view).toMatchObject({ mayAuthorize: 'no' })
    expect(stream('session-sid_failedsomehow').view).toEqual({
      nextActions: ['redirect_cardholder'],
      mayAuthorize: 'ask',
    })
  })

  test('mandates receive the consequences of their payments', () => {
    expect(stream('mandate-src_singleusedtwice').view).toEqual({
      mandateType: 'single',
      payments: 2,
    })
    expect(stream('mandate-src_recurringtwopayments').view).toEqual({
      mandateType: 'recurring',
      payments: 2,
    })
  })

  test('open questions come with the one request that would settle them', () => {
    const { stream: name, questions } = stream('payment-pay_refundedinsnapshot')
    const id = name.replace('payment-', '')
    expect(questions.map(({ request }) => request)).toEqual([
      { endpoint: 'getPaymentActions', params: { id }, from: expect.any(String) },
    ])
    expect(text.stdout).toContain(`ask GET /payments/${id}/actions`)
    expect(stream('session-sid_failedsomehow').questions).toHaveLength(1)
  })

  test('every question has a request', () => {
    const open = report.streams.flatMap(({ questions }) => questions)
    expect(open.length).toBeGreaterThan(0)
    expect(open.filter(({ request }) => request === null)).toEqual([])
  })

  test('the events of a card payment are parked, with the reason', () => {
    expect(stream('payment-pay_cardpayment').parked).toEqual([
      { key: expect.stringMatching(/^payment_captured:evt_/), reason: 'NotOfThisLifecycle' },
    ])
  })

  test('messages of unknown types are named, each with its stream', () => {
    expect(report.unrecognised.map(({ name }) => name).sort()).toEqual([
      'authentication_failed',
      'payment_approved',
      'payout_statement_ready',
    ])
    expect(
      report.unrecognised.find(({ name }) => name === 'payout_statement_ready')?.stream,
    ).toMatch(/^unknown-evt_/)
  })

  test('a broken body is reported by its line', () => {
    const line = deliveries.findIndex(({ body }) => typeof body === 'string' && body !== '') + 1
    expect(report.unreadable.map((each) => each.line)).toEqual([line])
  })
})

describe('the page', () => {
  test('begins with counts', () => {
    const [header] = text.stdout.split('\n')
    const { messages, events, streams } = report
    expect(header).toBe(
      `${messages} messages, ${events} events, 3 repetitions that added nothing, ` +
        `${streams.length} streams. Times are UTC.`,
    )
  })

  test('has every stream once in its tables, uncut', () => {
    const [tables = ''] = text.stdout.split('\nFindings\n')
    const times = report.streams.map((each) => tables.split(each.stream).length - 1)
    expect(times).toEqual(report.streams.map(() => 1))
  })

  test('has every finding with its sentence', () => {
    const flat = text.stdout.replace(/\s+/g, ' ')
    for (const { findings } of report.streams) {
      for (const { code, sentence } of findings) expect(flat).toContain(`${code} ${sentence}`)
    }
  })

  test('has at most 140 columns, and no colours unless it is a terminal', () => {
    const lines = text.stdout.split('\n')
    expect(lines.filter((line) => line.length > 140)).toEqual([])
    expect(text.stdout).not.toContain('\u001b')
    expect({ exitCode: text.exitCode, stderr: text.stderr }).toEqual({ exitCode: 0, stderr: '' })
  })

  test('as JSON is one object and nothing else', () => {
    expect(Object.keys(report)).toEqual([
      'messages',
      'events',
      'streams',
      'unrecognised',
      'unreadable',
    ])
    expect({ exitCode: json.exitCode, stderr: json.stderr }).toEqual({ exitCode: 0, stderr: '' })
  })
})

describe('privacy', () => {
  const planted = [
    ...['Annika', 'Beispiel', 'Joris', 'Voorbeeld', 'Claire', 'Exemple', 'Giulia', 'Esempio'],
    ...['Pieter', 'Fictief', 'Lucia', 'Ficticia', 'Bruno', 'Inventado', 'Marek', 'Vzorny'],
    ...['@example.com', '@example.org', '@example.net', '203.0.113.77', 'Testbrowser'],
    ...['DE89370400440532013000', 'DE89 3704', 'NL91ABNA0417164300', 'FR1420041010050500013M02606'],
    ...['IT60X0542811101000000123456', 'BE68539007547034'],
    ...['4242424242424242', '424242', '5436031030606378', '543603'],
    ...['Musterstrasse', 'Smyslena', '30 5550 1987', '27-30555198-4', '20-28441907-3'],
    ...['4401 8829 1130 7755', '440188291130775500960000260605', 'sek_'],
  ]

  test.each(planted)('%s was sent, and is not shown', (value) => {
    expect(week).toContain(value)
    expect(text.stdout).not.toContain(value)
    expect(json.stdout).not.toContain(value)
  })
})

describe('a file', () => {
  const oneLine = (words: string) => new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)

  const good = (): string =>
    JSON.stringify(deliveries.find(({ body }) => body.type === 'authentication_started'))

  test('that is missing is one line on stderr, with exit code 1', async () => {
    const ran = await run(join(folder, 'nowhere.ndjson'))
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ran.stderr).toMatch(oneLine('there is no such file'))
  })

  test('that is a directory is one line on stderr, with exit code 1', async () => {
    const ran = await run(folder)
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ran.stderr).toMatch(oneLine('it is a directory'))
  })

  test.each([
    ['nothing', ''],
    ['blank lines', '\n\r\n  \n'],
  ])('that contains only %s is empty, with exit code 1', async (name, content) => {
    const ran = await run(await fileOf(name, content))
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ran.stderr).toMatch(oneLine('it is empty'))
  })

  test.each(['text', '--json'])(
    'without readable lines is one line on stderr, with exit code 1 (%s)',
    async (form) => {
      const file = await fileOf('junk.ndjson', '\nnot JSON\n[]\n{"kind":"rumour"}\n')
      const ran = await run(file, ...(form === '--json' ? ['--json'] : []))
      expect(ran).toMatchObject({ exitCode: 1, stdout: '' })
      expect(ran.stderr).toMatch(oneLine('no line could be read. Line 2 is the first'))
    },
  )

  test('with bad lines among good ones reports their numbers and continues', async () => {
    const lines = ['"a text"', '', good(), '{"kind":', '[1]', '{}', 'null']
    const file = await fileOf('mixed.ndjson', lines.join('\n'))
    const [page, data] = [await run(file), await run(file, '--json')]
    const reported: Report = JSON.parse(data.stdout)
    expect(data.exitCode).toBe(0)
    expect(reported.messages).toBe(6)
    expect(reported.streams).toHaveLength(1)
    expect(reported.unreadable.map(({ line }) => line)).toEqual([1, 4, 5, 6, 7])
    expect(page.exitCode).toBe(0)
    for (const { line, sentence } of reported.unreadable) {
      expect(page.stdout).toContain(`line ${line}  ${sentence}`)
    }
  })

  test('may begin with a byte order mark and have Windows line ends', async () => {
    const file = await fileOf('bom.ndjson', `\uFEFF${week.replaceAll('\n', '\r\n')}`)
    const ran = await run(file, '--json')
    expect(JSON.parse(ran.stdout)).toEqual(report)
  })

  test('may contain line separators within a message', async () => {
    const separated = good().replace('"body":{', '"body":{"note":"one\u2028two\u2029three",')
    const ran = await run(await fileOf('separators.ndjson', separated), '--json')
    expect(JSON.parse(ran.stdout)).toMatchObject({ messages: 1, unreadable: [] })
  })

  test('may have its lines in any order: the streams are the same', async () => {
    const file = await fileOf('backwards.ndjson', week.trimEnd().split('\n').reverse().join('\n'))
    const backwards: Report = JSON.parse((await run(file, '--json')).stdout)
    const byName = (streams: readonly StreamReport[]) =>
      [...streams].sort((a, b) => (a.stream < b.stream ? -1 : 1))
    expect(byName(backwards.streams)).toEqual(byName(report.streams))
  })
})

describe('the command line', () => {
  test('leads from the recorded week to a report: by its usage, and by a log', async () => {
    const { exitCode, stdout, stderr } = await run('--help')
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain('npm start -- audit LOG --to FOLDER')
    expect(stdout).toContain('npm start -- week --log week.log && npm start -- audit week.log')
    const folder = await mkdtemp(join(tmpdir(), 'week-'))
    const log = join(folder, 'week.log')
    expect(await run('--log', log)).toMatchObject({
      exitCode: 0,
      stdout: `The log is in ${log}. Audit it: npm start -- audit ${log} --to FOLDER\n`,
    })
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
    const report = audit(machines)(lines.map((line) => `${line}\n`))
    expect(report.head).not.toBe(null)
    expect([report.size, report.order, report.counts.fatal]).toEqual([lines.length, 'sequence', 0])
    // the page counts what is in this log
    expect(text.stdout).toContain(` messages, ${lines.length} events, `)
    expect(report.findings.map(({ code }) => code)).not.toContain('ClockStepsBack')
    // the messages stay as they were
    const messages = join(folder, 'messages')
    await writeFile(messages, week)
    expect(await run(messages, '--log', messages)).toMatchObject({ exitCode: 2, stdout: '' })
    expect(readFileSync(messages, 'utf8')).toBe(week)
    expect(await run('--log', join(folder, 'none', 'log'))).toMatchObject({ exitCode: 73 })
    expect(await run('--log')).toMatchObject({ exitCode: 2 })
    await rm(folder, { recursive: true })
  })

  test('refuses an unknown option with exit code 2', async () => {
    const ran = await run('--jsom')
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ran.stderr).toMatch(/^There is no option --jsom\. Usage: [^\n]+\n$/)
  })

  test('refuses a second file with exit code 2', async () => {
    const ran = await run('one.ndjson', 'two.ndjson')
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' })
    expect(ran.stderr).toMatch(/^Give one file at a time\. Usage: [^\n]+\n$/)
  })

  test('runs as a program, with its page and its exit code', async () => {
    expect(await started()).toEqual(text)
    expect(await started('--jsom')).toMatchObject({ exitCode: 2, stdout: '' })
  })
})
