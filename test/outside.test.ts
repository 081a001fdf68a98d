/**
 * Every export is in one of two lists: it takes data from outside, and returns a value whatever it
 * is given; or it takes only what such functions return, and what the program itself made.
 */
import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import * as root from 'payfold'
import * as audit from 'payfold/audit'
import * as desk from 'payfold/desk'
import * as inspect from 'payfold/inspect'
import * as machine from 'payfold/machine'
import * as machines from 'payfold/machines'
import * as provider from 'payfold/provider'
import * as testing from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { GARBAGE, shared, sparse } from './hostile/garbage.ts'
import { schemas } from './words/data/schemas.ts'

const all = [machines.session, machines.sepaPayment, machines.sepaMandate, machines.ticketPayment]
const pf = root.payfold(all)
const payment = machine.fold(machines.sepaPayment)([])
const session = machine.fold(machines.session)([])
const RECEIVED = '2026-03-02T10:00:00Z' as t.TypeOf<typeof machine.TimeText>
const NOW = '2026-03-02T10:00:00.0000000Z' as root.Instant

type Call = (input: never) => unknown

const SECRET = 'a key of the tests'
const NO_BYTES = new ArrayBuffer(0)
const HASH = '0'.repeat(64)
const WAIVER = { finding: 'a', reason: 'b', by: ['c'], at: '2026-03-02', until: '2026-03-03' }
const LIMITS = ['occurred', 'now', 'known', 'waiversAsOf', 'upcast'] as const
const LINES = readFileSync('docs/examples/readme/log.ndjson', 'utf8').trim().split('\n')
const LOG = LINES.join('\n')
const tree = audit.treeOf(
  LINES.slice(0, -1).flatMap((line) => {
    const read = pf.fromLine(line)
    return E.isRight(read) ? [read.right] : []
  }),
)
const HEAD = {
  ...(audit.headOf({ log: 'shop', time: NOW }, tree as audit.LogTree) as audit.Head),
  streams: audit.endsOf(tree as Parameters<typeof audit.endsOf>[0]),
}
const COMMAND = {
  type: 'requestRefund',
  data: { paymentId: 'pay_1', amount: 1 },
  metadata: { commandId: 'c-1', now: RECEIVED },
}
const readMessage = (json: object) => provider.readMessage(json as provider.Message)

/** The functions that take data from outside, each with the ways in which it takes them. */
const OUTSIDE: Readonly<Record<string, readonly Call[]>> = {
  canonical: [machine.canonical],
  instant: [root.instant],
  readPolicy: [root.readPolicy(all)],
  // heads and proofs
  headOf: [(it) => audit.headOf(it, it), (it) => audit.headOf({ log: 'a', time: NOW }, it)],
  headText: [audit.headText],
  rootOfEnds: [audit.rootOfEnds, (it) => audit.rootOfEnds([it])],
  streamLeaf: [audit.streamLeaf],
  treeOf: [audit.treeOf, (it) => audit.treeOf([it])],
  grown: [(it) => audit.grown(it, it), (it) => audit.grown(audit.emptyTree, it)],
  rootOf: [audit.rootOf],
  consistencyProof: [
    (it) => audit.consistencyProof(it, it),
    (it) => audit.consistencyProof([], it),
    (it) => audit.consistencyProof(it, 3),
  ],
  inclusionProof: [
    (it) => audit.inclusionProof(it, it),
    (it) => audit.inclusionProof([], it),
    (it) => audit.inclusionProof(it, 3),
  ],
  isConsistent: [
    (it) => audit.isConsistent(it, it, it),
    (it) => audit.isConsistent({ size: 0, root: '' } as never, it, it),
    (it) => audit.isConsistent({ size: 1, root: HASH }, { size: 2, root: HASH }, it),
  ],
  isIncluded: [
    (it) => audit.isIncluded(it, it, it),
    (it) => audit.isIncluded({ size: 2, root: HASH }, { index: 0, hash: HASH }, it),
  ],
  // messages
  fromWebhook: [
    (it) => provider.fromWebhook(it, it, it, it),
    (raw) => provider.fromWebhook(raw, '0'.repeat(64), [SECRET], RECEIVED),
    (header) => provider.fromWebhook(NO_BYTES, header, [SECRET], RECEIVED),
    (keys) => provider.fromWebhook(NO_BYTES, '0'.repeat(64), keys, RECEIVED),
    (key) => provider.fromWebhook(NO_BYTES, '0'.repeat(64), [key], RECEIVED),
  ],
  fromResponse: [
    provider.fromResponse,
    (body) =>
      provider.fromResponse({ endpoint: 'getPayment', status: 200, receivedAt: RECEIVED, body }),
  ],
  fromCallback: [
    (body) => provider.fromCallback(body, RECEIVED),
    (at) => provider.fromCallback(NO_BYTES, at),
  ],
  readStored: [provider.readStored],
  readMessage: [
    provider.readMessage,
    (body) => readMessage({ kind: 'webhook', isVerified: true, receivedAt: RECEIVED, body }),
    (body) => readMessage({ kind: 'callback', receivedAt: RECEIVED, body }),
    ...Object.keys(provider.endpoints).flatMap((endpoint): readonly Call[] => [
      (body) =>
        readMessage({ kind: 'response', endpoint, status: 200, receivedAt: RECEIVED, body }),
      (params) =>
        readMessage({ kind: 'response', endpoint, status: 422, receivedAt: RECEIVED, params }),
    ]),
  ],
  messageDigest: [provider.messageDigest, (it) => provider.messageDigest(new ArrayBuffer(0), it)],
  checkRequest: Object.values(provider.endpoints).map(
    (endpoint): Call => provider.checkRequest(endpoint),
  ),
  // logs and reports
  audit: [
    (chunk) => audit.audit(pf)([chunk]),
    (options) => audit.audit(pf, options)([]),
    ...['heads', 'waivers'].flatMap((name): readonly Call[] => [
      (list) => audit.audit(pf, { [name]: list })([LOG]),
      (it) => audit.audit(pf, { [name]: [it] })([LOG]),
    ]),
    ...LIMITS.map(
      (name): Call =>
        (it) =>
          audit.audit(pf, { waivers: [WAIVER], [name]: it })([LOG]),
    ),
    ...Object.keys(HEAD).map(
      (name): Call =>
        (it) =>
          audit.audit(pf, { heads: [{ ...HEAD, [name]: it }] })([LOG]),
    ),
  ],
  auditAsync: [],
  auditor: [
    (line) => audit.auditor(pf).line(line),
    (options) => audit.auditor(pf, options).report(),
    (key) => {
      const under = audit.auditor(pf)
      under.line(key, key)
      return under.report()
    },
  ],
  readHead: [audit.readHead, (streams) => audit.readHead({ root: HASH, streams })],
  readReport: [audit.readReport],
  reportPage: [inspect.reportPage(pf)],
  visible: [audit.visible],
  // one machine
  resume: [machine.resume(machines.sepaPayment)],
  decide: [
    (it) => machine.decide(machines.sepaPayment)(it, COMMAND),
    (occurrences) => machine.decide(machines.sepaPayment)({ ...payment, occurrences }, COMMAND),
    (it) => machine.decide(machines.sepaPayment)(payment, it),
    (data) =>
      machine.decide(machines.sepaPayment)(payment, {
        type: 'requestRefund',
        data,
        metadata: { commandId: 'c-1', now: RECEIVED },
      }),
  ],
  mayAuthorize: [
    (it) => machines.mayAuthorize(it, it, it),
    (it) => machines.mayAuthorize(session, it, it),
  ],
  reasonOf: [machines.reasonOf],
}

/** The functions that take only what those return, or what the program itself made. */
const INSIDE = `
  payfold VERSION isLeft isRight match emptyTree emptyTip tipAfter tipOf endsOf streamsInDoubt recordedBy eventsOf
  isBankDay shift money calendarOf csvOf mergeDeadlines mergeExposures 
  judgedBy codesOf compare compareReports lineCutter auditPart logParts mergeParts reportStream auditNew keepAudit 
  since auditMessages messageAuditor reportFrame reportJson differenceText
  reportFiles sampled sampleTable
  diagram fieldsOf layoutFingerprint layoutGraph picture playback readLayout rulesOf story storyLines
  storyPicture streamPage table
  contentHash madeId eventCodec fields INFORMATIONAL kind timestampOf asOf byCommand
  fingerprint at fold evidenceOf notInDoubt put summed leavesOf asEvent reportsOf
  missingPredecessor apply lenientJudge leniently strictJudge strictly spanOfDays spanOfTime 
  decider ownLoop civilDate closedRecord integer standard inForce lastDayExpected
  lastDayOfRight onDay minutes id defaultPolicyOf lengthField policyField streamOf
  paymentStream sepaMandate mandateStream sepaPayment reasons
  observedEvents session nextActions sessionStream ticketPayment
  endpoints downloadExpiresAt downloadWindow
  deliveries faults planted given outcome reported when histories obeysTheLaws play sepaSandbox
  defaultSetting samples storageLaws ticketSandbox LIFE desk memoryStore planner
`
  .trim()
  .split(/\s+/)

const PAGES = {
  ...root,
  ...desk,
  ...audit,
  ...inspect,
  ...machine,
  ...machines,
  ...provider,
  ...testing,
}

/** The names of inputs that a call throws at. */
const thrownBy = (call: Call): readonly string[] =>
  Object.entries(GARBAGE).flatMap(([name, input]) => {
    try {
      call(input as never)
      return []
    } catch (error) {
      return [`${name}: ${error}`]
    }
  })

describe('every export', () => {
  test('takes data from outside, or takes none', () => {
    const named = Object.entries(PAGES).flatMap(([name, it]) =>
      it instanceof t.Type ? [] : [name],
    )
    expect([...Object.keys(OUTSIDE), ...INSIDE].sort()).toEqual(named.sort())
  })

  test('that takes data from outside is named in the README, and no other is', () => {
    const readme = readFileSync('README.md', 'utf8')
    const [, promise = ''] = readme.split('**Functions that never throw.**')
    const [listed = ''] = promise.split('\n\nAll other functions')
    const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    expect(names.sort()).toEqual(Object.keys(OUTSIDE).sort())
  })
})

describe('whatever is given to', () => {
  test.each(Object.entries(OUTSIDE))('%s, it returns a value', (_, ways) => {
    expect(ways.flatMap(thrownBy)).toEqual([])
  })

  test('audit as chunks, it returns a report', () => {
    expect(thrownBy((chunks) => audit.audit(pf)(chunks))).toEqual([])
  })

  test('auditAsync, it returns a report', async () => {
    for (const value of Object.values(GARBAGE)) {
      const all = [{ value }, { value, done: true }]
      const next = async () => all.shift() ?? { value, done: true }
      const chunks = { [Symbol.asyncIterator]: () => ({ next }) }
      const given = [chunks, value, [value]]
      for (const each of given) {
        expect((await audit.auditAsync(pf)(each as never)).findings).toBeDefined()
      }
      expect((await audit.auditAsync(pf, value as never)(chunks as never)).findings).toBeDefined()
    }
  })

  test.each(schemas)(
    '~standard of %s, it returns a result with issues, or with a value',
    (_, schema) => {
      const { validate } = schema['~standard']
      const wrong = Object.entries(GARBAGE).filter(([, input]) => {
        const result = validate(input)
        return !('value' in result) && !(result as { issues: readonly unknown[] }).issues.length
      })
      expect(wrong).toEqual([])
    },
  )

  test.each([
    ...Object.entries(OUTSIDE),
    ...schemas.map(
      ([name, schema]) => [`~standard of ${name}`, [schema['~standard'].validate]] as const,
    ),
  ])('%s, it looks at nothing more often than there are ways to reach it', (_, ways) => {
    for (const make of [shared, sparse]) {
      for (const way of ways) {
        const { value, reads } = make()
        way(value as never)
        expect(reads()).toBeLessThan(1000)
      }
    }
  })
})

test('a head and a waiver that cannot be read are findings of an audit, and so is what is no list of them', () => {
  const codes = (options: object) =>
    audit
      .audit(
        pf,
        options,
      )([])
      .findings.map(({ code }) => code)
  for (const it of [null, 0, '', {}, 'yesterday', GARBAGE['an object that refuses every look']]) {
    for (const given of [it, [it]]) {
      expect(codes({ heads: given })).toEqual(['HeadDiffers'])
      expect(codes({ waivers: given })).toEqual(['WaiverUnreadable'])
    }
  }
  expect(codes({ heads: [], waivers: [] })).toEqual([])
})

test('options that are null are none', async () => {
  const none = null as never
  expect(root.payfold(all, none).policy).toEqual(pf.policy)
  const text = '{}\n'
  const report = audit.audit(pf)([text])
  expect(audit.audit(pf, none)([text])).toEqual(report)
  expect(await audit.auditAsync(pf, none)([text] as never)).toEqual(report)
  const lines = [{ line: 1, text: '{}' }]
  const part = audit.auditPart(pf, none)({ lines })
  expect(part).toEqual(audit.auditPart(pf)({ lines }))
  const lists = Object.entries({ ...part, lost: [] })
  const kept = Object.fromEntries(
    lists.map(([name, list]) => [name, () => list.map((each) => JSON.stringify(each))]),
  ) as unknown as audit.KeptTexts
  const header = audit.keepAudit(pf, none)(kept)
  expect(header).toEqual(audit.keepAudit(pf)(kept))
  const added = { lines: [], linesOf: () => [] }
  const again = pipe(
    header,
    E.chain((known) => audit.auditNew(pf, none)(known, kept, added)),
  )
  const parts = E.isRight(again) ? [again.right] : []
  expect([...audit.reportStream(pf, none)(parts)].join('')).toBe(audit.reportJson(report))
})

test('options that cannot be looked into are findings, and those beside them count', async () => {
  const all = GARBAGE['an object that refuses every look'] as object
  const reports = [
    audit.audit(pf, all)([]),
    await audit.auditAsync(pf, all)([] as never),
    audit.auditor(pf, all).report(),
  ]
  const unread = LIMITS
  for (const { findings } of reports) {
    expect(findings.map(({ code }) => code).sort()).toEqual([
      'HeadDiffers',
      ...unread.map(() => 'OptionUnreadable'),
      'WaiverUnreadable',
    ])
    const options = findings.filter(({ code }) => code === 'OptionUnreadable')
    expect(new Set(options.map(({ compared }) => compared['path']))).toEqual(new Set(unread))
  }
  const heads = [{ root: HASH }]
  const beside = {
    heads,
    get waivers(): never {
      throw new Error('no waivers')
    },
  }
  class Inheriting {
    get heads() {
      return heads
    }
  }
  const codes = (options: object) =>
    audit
      .audit(
        pf,
        options,
      )([LOG])
      .findings.map(({ code }) => code)
  expect(codes(beside)).toEqual(expect.arrayContaining(['HeadDiffers', 'WaiverUnreadable']))
  for (const options of [new Inheriting(), Object.create({ heads })]) {
    expect(codes(options)).toContain('HeadDiffers')
  }
})

test('a misspelt option of an audit is a finding, and its name is said if it is a plain word', () => {
  const unread = (options: object) =>
    audit
      .audit(
        pf,
        options,
      )([LOG])
      .findings.flatMap(({ code, compared }) =>
        code === 'OptionUnreadable' ? [compared['path']] : [],
      )
  expect(unread({ haeds: [{ root: HASH }], now: new Date() })).toEqual(['haeds'])
  expect(unread({ 'DE89 3704 0044': 1 })).toEqual(['another field'])
  expect(unread({ steps: 'x', messages: undefined, heads: [] })).toEqual([])
})

test('of a head every field counts that can be read', () => {
  const resultOf = (head: object) =>
    audit
      .audit(pf, { heads: [head as typeof HEAD] })([LOG])
      .heads.map(({ result }) => result)
  const ways = Object.keys(HEAD).filter((name) => name !== 'root' && name !== 'streams')
  for (const name of ways) {
    for (const value of Object.values(GARBAGE)) {
      if (name === 'size' && value === 1) continue
      expect([name, resultOf({ ...HEAD, [name]: value })]).toEqual([name, ['grown']])
    }
  }
  for (const time of ['2026-03-02T10:00:00Z', '2026-03-02T12:00:00+02:00', null]) {
    expect(resultOf({ ...HEAD, time, size: String(HEAD.size) })).toEqual(['grown'])
  }
  expect(resultOf({ ...HEAD, root: 7 })).toEqual(['differs'])
  expect(resultOf({ ...HEAD, size: HEAD.size - 1 })).toEqual(['differs'])
})

test('a limit of an audit is a time as everywhere, and one that cannot be read is a finding', () => {
  const of = (options: object) => audit.audit(pf, options)([LOG])
  const times = [new Date('2026-06-08T12:00:00Z'), '2026-06-08T12:00:00Z', '2026-06-08T14:00+02:00']
  const waivers = [{ ...WAIVER, until: '2026-06-08' }]
  for (const name of ['occurred', 'now', 'known', 'waiversAsOf']) {
    const read = of({ waivers, [name]: root.instant('2026-06-08T12:00:00Z') })
    for (const time of times) expect(of({ waivers, [name]: time })).toEqual(read)
    for (const value of Object.values(GARBAGE)) {
      if (value === undefined || (name === 'known' && value === 1)) continue
      const { findings, ...report } = of({ [name]: value })
      const unread = findings.filter(({ code }) => code === 'OptionUnreadable')
      expect(unread).toMatchObject([{ line: 0, severity: 'error', compared: { path: name } }])
      expect(report).toMatchObject({ known: null, occurred: null, waiversAsOf: null })
    }
  }
  expect(of({ known: 3 }).known).toMatchObject({ at: 3 })
  for (const known of [-1, 1.5, '3', '2026-06-08', '2026-06-08T12:00:00']) {
    expect(of({ known }).findings.map(({ code }) => code)).toContain('OptionUnreadable')
  }
})

test('chunks that cannot be gone through are one unreadable line; the error of their source is thrown', async () => {
  const { message } = new Error('disk')
  const sync = function* () {
    yield 'x\n'
    throw new Error(message)
  }
  const arriving = async function* () {
    yield* sync()
  }
  expect(() => audit.audit(pf)(sync())).toThrow(message)
  await expect(audit.auditAsync(pf)(arriving())).rejects.toThrow(message)
  for (const name of ['an object that refuses every look', 'a list that cannot be gone through']) {
    const chunks = GARBAGE[name] as never
    for (const report of [audit.audit(pf)(chunks), await audit.auditAsync(pf)(chunks)]) {
      expect(report.findings.map(({ code }) => code)).toEqual(['Unreadable'])
    }
  }
})

test('a time that a query gives twice is no instant, and neither are null and numbers', () => {
  for (const input of [['2026-03-02', '2026-03-03'], ['2026-03-02'], null, undefined, 20260302]) {
    expect(root.instant(input)).toBe(null)
    expect(root.instant(input)).toBe(null)
  }
  expect(root.instant('20260302')).toBe('2026-03-02T00:00:00.0000000Z')
})

test('an issue about what cannot be looked into says what was expected', () => {
  const result = machine.Minor['~standard'].validate(GARBAGE['an object that was revoked'])
  expect(result).toEqual({
    issues: [
      { message: 'The input should be an amount in minor units, but is an object.', path: [] },
    ],
  })
  const { request } = provider.endpoints.requestRefund
  expect(E.isLeft(provider.checkRequest(provider.endpoints.requestRefund)({}))).toBe(true)
  expect(request['~standard'].validate(GARBAGE['an object that refuses every look'])).toEqual({
    issues: [{ message: 'The input should be a refund request, but is an object.', path: [] }],
  })
})
