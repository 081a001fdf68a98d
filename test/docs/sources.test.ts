/** Citations: each refers to a heading of a page here, and every source is cited. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codesOf } from 'payfold/audit'
import { endpoints } from 'payfold/provider'
import { describe, expect, test } from 'vitest'
import { machines, WINDOWS } from '../root.ts'
import { citationsIn, targetOf } from './cited.ts'

interface Cited {
  readonly where: string
  readonly text: string
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  )

/** Comments without the stars at the start of their lines. */
const commentsOf = (text: string): readonly string[] =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, inner = '']) =>
    inner.replace(/\n\s*\*/g, ' '),
  )

const code = ['src', 'machines'].flatMap(filesIn).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

const inComments: readonly Cited[] = code.flatMap(({ path, text }) =>
  commentsOf(text)
    .flatMap((comment) => comment.split('@spec ').slice(1))
    .map((cited) => ({ where: path, text: cited.replace(/\s+/g, ' ').trim() })),
)

const sourced = (cards: Readonly<Record<string, { readonly source: string }>>): readonly Cited[] =>
  Object.entries(cards).map(([where, { source }]) => ({ where, text: source }))

const inCards: readonly Cited[] = [...sourced(codesOf(machines)), ...sourced(WINDOWS)]

/** The evidence may follow a colon; `none` means that there is none. */
const inEvidence: readonly Cited[] = Object.values(endpoints).flatMap((row) =>
  Object.values(row).flatMap((cell) =>
    typeof cell === 'object' && cell !== null && 'evidence' in cell
      ? [{ where: row.name, text: String(cell.evidence).replace(/: .*$/, '') }]
      : [],
  ),
)

const all = [...inComments, ...inCards, ...inEvidence].filter(({ text }) => text !== 'none')
const resolves = (citation: string): boolean => targetOf(citation) !== undefined

describe('a citation', () => {
  test('is found in every file that has one', () => {
    expect(inComments).toHaveLength(code.flatMap(({ text }) => text.match(/@spec/g) ?? []).length)
    expect(inComments.length).toBeGreaterThan(50)
    expect(inCards.length).toBeGreaterThan(40)
    expect(inEvidence.length).toBeGreaterThan(10)
  })

  test('refers to a heading of a page', () => {
    const broken = all.flatMap(({ where, text }) =>
      citationsIn(text).flatMap((id) => (resolves(id) ? [] : [`${where}: ${id}`])),
    )
    expect(broken).toEqual([])
  })

  test.each([
    ['sources#rfc-8785', true],
    ['decisions#40', true],
    ['machines/session#rules', true],
    ['sources#rfc-1', false],
    ['decisions#4-', false],
    ['docs/sources#rfc-8785', false],
    ['decisions#0', false],
    ['nowhere#limits', false],
    ['interface limits', false],
    ['', false],
  ])('%j resolves: %j', (id, expected) => {
    expect(resolves(id)).toBe(expected)
  })
})

describe('the page of sources', () => {
  const text = readFileSync('docs/sources.md', 'utf8')
  const sources = [...text.matchAll(/^### (.*)$/gm)].map(([, id = '']) => id)

  test('names each source by an id', () => {
    expect(sources.length).toBeGreaterThan(20)
    expect(new Set(sources).size).toBe(sources.length)
    expect(sources.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  test('has no source that nothing cites', () => {
    const pages = [...filesIn('docs/decisions'), 'docs/interface.md'].map((path) =>
      readFileSync(path, 'utf8'),
    )
    const inPages = pages.flatMap((page) =>
      [...page.matchAll(/\bsources\.md#([\w-]+)\)/g)].map(([, id = '']) => `sources#${id}`),
    )
    const cited = new Set([...all.flatMap(({ text }) => citationsIn(text)), ...inPages])
    expect(sources.filter((id) => !cited.has(`sources#${id}`))).toEqual([])
  })

  test('has every source to which decisions and the interface link', () => {
    const broken = [...filesIn('docs/decisions'), 'docs/interface.md'].flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bsources\.md#([\w-]+)\)/g)].flatMap(
        ([, id = '']) => (sources.includes(id) ? [] : [`${path}: ${id}`]),
      ),
    )
    expect(broken).toEqual([])
  })
})
