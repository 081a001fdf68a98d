/**
 * Every code block on every page is a file that runs, and prints what the page says; SQL is the
 * example's.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { sepaMandate, sepaPayment, ticketPayment } from '../../machines/index.ts'
import { desk } from '../../src/desk/desk.ts'
import { memoryStore } from '../../src/desk/ports.ts'
import { payfold } from '../../src/payfold.ts'
import { readStored } from '../../src/provider/index.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported, right } from '../given.ts'
import { week } from '../inspect/week.ts'
import { printedBy } from '../printed.ts'

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []))

const textsOf = (paths: readonly string[]) =>
  paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const pages = textsOf(['README.md', 'CONTRIBUTING.md', ...filesIn('docs', '.md')])

/** Pages that only link: decisions, machines, and the README of each example. */
const others = textsOf([
  'CHANGELOG.md',
  ...['docs/decisions', 'docs/machines'].flatMap((folder) => filesIn(folder, '.md')),
  ...readdirSync('docs/examples').flatMap((name) => {
    const path = join('docs/examples', name, 'README.md')
    return existsSync(path) ? [path] : []
  }),
])

/** Programs that pages show, by their code. */
const programs = new Map(
  ['readme', 'guides', 'testing', 'delivery', 'recipes', 'shop/src']
    .flatMap((name) => filesIn(`docs/examples/${name}`, '.ts'))
    .map((path) => [readFileSync(path, 'utf8'), path]),
)

/** Programs that need what is missing here, with the test that runs them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/examples/testing/handler.ts': 'test/docs/testing-your-own.test.ts',
  'docs/examples/recipes/shop.ts': 'docs/examples/recipes/support.ts',
  'docs/examples/shop/src/ports.ts': 'docs/examples/shop/src/webhook.ts',
  'docs/examples/shop/src/refund.ts': 'docs/examples/shop/test/readme.test.ts',
  'docs/examples/shop/src/webhook.ts': 'docs/examples/shop/test/readme.test.ts',
}

/** The code blocks of a page in one language, each with the output that the page states. */
const piecesOf = (text: string, language: string) =>
  [
    ...text.matchAll(
      new RegExp(
        `^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$(?:\\n\\nprints\\n\\n\`\`\`text\\n([\\s\\S]*?)\`\`\`)?`,
        'gm',
      ),
    ),
  ].map(([, code = '', printed]) => ({ code, printed }))

const snippets = pages.flatMap(({ path, text }) =>
  piecesOf(text, 'ts').map(({ code, printed }, index) => ({
    name: `${path} ${index + 1}`,
    code,
    printed,
  })),
)

describe('the pages', () => {
  test('show code', () => {
    expect(snippets.length).toBeGreaterThan(10)
  })

  test.each(snippets)('$name is a program, and prints what the page says', async (snippet) => {
    const program = programs.get(snippet.code)
    expect(program, 'the code is a file under docs/examples').toBeDefined()
    const elsewhere = ELSEWHERE[program ?? '']
    if (elsewhere !== undefined) {
      expect(readFileSync(elsewhere, 'utf8')).toContain(program?.split('/').at(-1)?.slice(0, -3))
      return
    }
    expect(snippet.printed).toBeDefined()
    // a separate page: an import that was cached would print nothing
    const path = join(process.cwd(), program ?? '')
    const run = () => import(/* @vite-ignore */ `${path}?page=${encodeURIComponent(snippet.name)}`)
    expect(`${await printedBy(run)}\n`).toBe(snippet.printed)
  })

  test('show SQL that the example runs', () => {
    const store = readFileSync('docs/examples/webhooks/src/store.js', 'utf8')
    const sql = pages.flatMap(({ text }) => piecesOf(text, 'sql'))
    expect(sql.length).toBeGreaterThan(0)
    for (const { code } of sql) expect(store).toContain(code.trim())
  })

  test('name only files and headings that exist', () => {
    const anchors = (text: string) =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-'),
      )
    const broken = [...pages, ...others].flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!http)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(
        ([link, to = '', anchor]) => {
          const target = to === '' ? path : join(dirname(path), to)
          const isThere =
            existsSync(target) &&
            (anchor === undefined || anchors(readFileSync(target, 'utf8')).includes(anchor))
          return isThere ? [] : [`${path} ${link}`]
        },
      ),
    )
    expect(broken).toEqual([])
  })
})

test('the month of the figures has what happened from its first instant on, and nothing of the next', () => {
  const code = readFileSync('docs/examples/recipes/month.ts', 'utf8')
  const [from = '', to = ''] = code.match(/'2026-[^']+'/g)?.map((text) => text.slice(1, -1)) ?? []
  const root = payfold([sepaPayment])
  const sumsBy = (occurred: string, at: string) => {
    const data = { paymentId: 'pay_1', amount: 1000 }
    const state = root.asOf(
      'payment-pay_1' as Stream,
      [
        reported(
          'payment_pending',
          { ...data, currency: 'EUR', method: 'sepa' },
          { at: '2026-05-01T00:00:00Z' },
        ),
        reported('payment_captured', data, { at }),
      ],
      { occurred },
    )
    return right(root.sums(right(state))).captured ?? 0
  }
  const inJune = (at: string) => sumsBy(to, at) - sumsBy(from, at)
  expect(inJune('2026-05-31T21:59:59.9999999Z')).toBe(0)
  expect(inJune('2026-05-31T22:00:00Z')).toBe(1000)
  expect(inJune('2026-06-30T21:59:59.9999999Z')).toBe(1000)
  expect(inJune('2026-06-30T22:00:00Z')).toBe(0)
})

type Data = Readonly<Record<string, unknown>> & { readonly id: string }

const webhook = (type: string, day: string, data: Data) => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: `${day}T09:00:00Z`,
  body: { id: `evt_${type}_${data.id}`, type, created_on: `${day}T08:00:00Z`, data },
})

/** A shop that took in these messages. */
const shopOf = async (deliveries: readonly object[]) => {
  const pf = payfold([sepaPayment, sepaMandate, ticketPayment])
  const store = memoryStore()
  const send = () => Promise.reject(new Error('nothing is sent'))
  const shop = desk(pf, { ...store, now: () => '2026-08-01T08:00:00Z', keys: [], send })
  for (const each of deliveries) await shop.take(right(readStored(each)))
  return { pf, openShop: async () => ({ shop, store }) }
}

test('the month of the figures has every payment, and says of which nobody knows the money', async () => {
  const [source, money] = [
    { type: 'sepa', id: 'src_1' },
    { amount: 12_000, currency: 'EUR' },
  ]
  const captured = (data: Data, day = '2026-06-04') =>
    webhook('payment_captured', day, { ...data, action_id: `act_${data.id.slice(4)}` })
  const shop = await shopOf([
    {
      kind: 'response',
      receivedAt: '2026-06-03T08:00:00Z',
      endpoint: 'createPayment',
      request: { source: { type: 'id', id: 'src_1' }, ...money },
      status: 201,
      body: { id: 'pay_sepa', status: 'Pending' },
    },
    captured({ id: 'pay_sepa', ...money }),
    webhook('payment_chargeback', '2026-06-20', { id: 'pay_sepa', ...money }),
    // of another stream, and it names a method: it does not make the other one a ticket
    webhook('payment_approved', '2026-06-04', {
      id: 'pay_ticket',
      source: { type: 'rapipago' },
      ...money,
    }),
    captured({ id: 'pay_amountless', currency: 'EUR', source }),
    captured({ id: 'pay_methodless', ...money }),
    captured({ id: 'pay_card', source: { type: 'card' }, ...money }),
    // nothing of these happened in this month
    captured({ id: 'pay_early', currency: 'EUR', source }, '2026-05-04'),
    captured({ id: 'pay_earlier', ...money }, '2026-05-04'),
    captured({ id: 'pay_late', ...money }, '2026-07-04'),
  ])
  const recipe = join(process.cwd(), 'docs/examples/recipes')
  vi.doMock(`${recipe}/shop.ts`, () => shop)
  const printed = await printedBy(() => import(/* @vite-ignore */ `${recipe}/month.ts?page=month`))
  vi.doUnmock(`${recipe}/shop.ts`)
  expect(printed.split('\n')).toEqual([
    'stream,currency,captured,refunded,taken back',
    'payment-pay_sepa,EUR,12000,0,12000',
    'payment-pay_amountless,EUR,unknown,0,0',
    'payment-pay_methodless,,unknown,unknown,unknown',
    'payment-pay_card,,unknown,unknown,unknown',
  ])
})

test('a CloudEvent has an id that no other entry has, and no address that is not absolute', async () => {
  const example = join(process.cwd(), 'docs/examples/guides/cloudevents.ts')
  const entries = week.flatMap(([, all]) => all)
  const made: Readonly<Record<string, unknown>>[] = []
  await printedBy(async () => {
    const { toCloudEvent } = await import(/* @vite-ignore */ `${example}?page=ids`)
    for (const entry of entries) made.push(toCloudEvent(entry))
  })
  const ids = new Set(made.map(({ source, id }) => `${source} ${id}`))
  expect(ids.size).toBe(entries.length)
  const events = new Set(entries.map(({ stream, event }) => `${stream} ${event.metadata.eventId}`))
  expect(events.size).toBeLessThan(entries.length)
  for (const { dataschema } of made) {
    expect(dataschema === undefined || URL.canParse(String(dataschema))).toBe(true)
  }
})
