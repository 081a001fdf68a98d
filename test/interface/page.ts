/** The page that shows the code and the proof of every row of the interface. */
import { pageWith } from '../printed.ts'
import { behaviour, type Row, type Rows } from './behaviour.ts'
import { isHandedOn, keptOfAnswer, NEEDED, sent } from './fields.ts'
import { type Fields, fieldTables } from './tables.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const head = (...cells: readonly string[]): readonly string[] => [
  row(...cells),
  row(...cells.map(() => '---')),
]

const linkTo = (file: string, text = file): string => `[${text}](../${file})`

const code = (name: string): string => `\`${name}\``

/** Facts of events are printed as code, the others as words. */
const WORDS: ReadonlySet<string> = new Set(['which events', 'when', NEEDED])

const facts = (names: readonly string[]): string =>
  names.map((name) => (WORDS.has(name) ? name : code(name))).join(', ')

/** One field of the interface, and what was found out about it. */
export interface FieldRow {
  readonly field: string
  readonly cells: readonly string[]
  /** What is wrong with the row; null if it is covered. */
  readonly gap: string | null
}

const receivedRow = ({ endpoint, prefix = '' }: Fields, field: string): FieldRow => {
  const path = `${prefix}${field}`
  const kept = keptOfAnswer(endpoint, path)
  if (kept === null) return { field, cells: ['·'], gap: 'no example has it' }
  if (kept.length > 0) return { field, cells: [facts(kept)], gap: null }
  return isHandedOn(endpoint, path)
    ? { field, cells: ['for the caller only'], gap: null }
    : { field, cells: ['·'], gap: 'lost in reading' }
}

const sentRow = ({ endpoint, named, prefix = '' }: Fields, field: string): FieldRow => {
  const found = sent(endpoint, `${prefix}${field}`, named)
  if (found === null) return { field, cells: ['·', '·', '·'], gap: 'no example has it' }
  const { mustBe, isRequired, kept } = found
  const cells = [mustBe, isRequired, kept.length === 0 ? 'nothing' : facts(kept)]
  return { field, cells, gap: mustBe === 'anything' ? 'not checked' : null }
}

/** The rows of a table of fields. */
export const rowsOf = (table: Fields): readonly FieldRow[] =>
  table.fields.map((field) => (table.kind === 'sent' ? sentRow : receivedRow)(table, field))

const fieldSection = (table: Fields): readonly string[] => {
  const { title, endpoint, codec, home, proof, kind } = table
  const columns = kind === 'sent' ? ['must be', 'required', 'the log keeps'] : ['the log keeps']
  return [
    `### ${title}`,
    '',
    `${code(endpoint)}, codec ${code(codec)} in ${linkTo(home)}, proved by ${linkTo(proof)}.`,
    '',
    ...head('field', ...columns),
    ...rowsOf(table).map(({ field, cells }) => row(code(field), ...cells)),
    '',
  ]
}

/** Splits a reference into the file and the name in it. */
export const placeOf = (text: string, mark: '#' | ' › '): readonly [file: string, name: string] => {
  const [file = '', name = ''] = text.split(mark)
  return [file, name]
}

const homeCell = (home: string): string => {
  const [file, name] = placeOf(home, '#')
  return `${code(name)} in ${linkTo(file)}`
}

const proofCell = (proof: string): string => {
  const [file, name] = placeOf(proof, ' › ')
  return `${linkTo(file, file.replace(/^test\//, ''))}: ${name.replaceAll('%s', '…').replaceAll('%j', '…')}`
}

const behaviourSection = ({ title, rows }: Rows): readonly string[] => [
  `### ${title}`,
  '',
  ...head('row', 'home', 'proof'),
  ...rows.map(([name, home, proof]: Row) => row(name, homeCell(home), proofCell(proof))),
  '',
]

/** The rows that lack code or a proof. */
export const gaps = (): readonly string[] =>
  fieldTables.flatMap((table) =>
    rowsOf(table).flatMap(({ field, gap }) =>
      gap === null ? [] : [`${table.title}, ${code(field)}: ${gap}`],
    ),
  )

/** The page, with its tables anew. */
export const page = (): string =>
  pageWith(
    'docs/coverage.md',
    ['## Fields', '', ...fieldTables.flatMap(fieldSection)],
    [
      '## Statuses, steps, calls, events, errors, limits',
      '',
      ...behaviour.flatMap(behaviourSection),
    ],
  )
