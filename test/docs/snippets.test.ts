/**
 * Every code block on every page is a file that runs, and prints what the page says; SQL is the
 * example's.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../machines/index.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { reported, right } from '../given.ts'
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
