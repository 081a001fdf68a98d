/** Reads a story back from what was written of it: from the terminal, the picture, the page. */
import type { Page } from 'playwright-core'
import type { Story } from '../../src/inspect/index.ts'
import { datedRows, headlineIn, nextIn, smallPrint, whatIn } from '../../src/story/story-text.ts'

/** What every telling of a story says. */
export interface Told {
  readonly headline: readonly string[]
  /** Of each row: the day, what happened, what is odd about it, the titles of its findings. */
  readonly rows: readonly (readonly string[])[]
  readonly next: readonly string[]
  readonly small: string
}

/** What a story says. */
export const said = (story: Story): Told => {
  const { wrong, money } = headlineIn(story)
  return {
    headline: [wrong, money].filter((line) => line !== ''),
    rows: datedRows(story).map(({ row, day, odd }) => [
      day,
      whatIn(row),
      ...odd,
      ...row.findings.map(({ title }) => title),
    ]),
    next: nextIn(story).map(({ words, until }) => `${words} ${until}`),
    small: smallPrint(story).join(' · '),
  }
}

/** What the lines in a terminal say. */
export const saidInLines = (lines: readonly string[]): Told => {
  const first = lines.indexOf('')
  const rows: string[][] = []
  const next: string[] = []
  for (const line of lines.slice(first + 1, -2)) {
    const [, head, rest = ''] = /^ {2}(Next|Open): (.*)$/.exec(line) ?? []
    if (head === 'Next') next.push(rest.replace(/ \(.*\)$/, ''))
    if (head !== undefined) continue
    const row = /^ +(\d+ [A-Z]\w+(?: \d{4})?) {2}(.*)$/.exec(line)
    if (row !== null) rows.push([row[1] ?? '', ...oddApart(row[2] ?? '')])
    else rows.at(-1)?.push(line.trim().replace(/: .*/, ''))
  }
  return { headline: lines.slice(1, first), rows, next, small: lines.at(-1) ?? '' }
}

/** Words that begin what is odd about a row. */
const ODD =
  /, (?=reported \d+ times|came late|contradicted|stated by a|replaced by|refused$|ended by a|given up by a)/

const oddApart = (text: string): readonly string[] => text.split(ODD)

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

/** The text of some elements, without their tags. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([^;]+);/g, (all, name) => ENTITIES[name] ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What a picture says. */
export const saidInPicture = (svg: string): Told => {
  const all = [...svg.matchAll(/<text class="(\w+)"([^>]*)>(.*?)<\/text>/g)].map(
    ([, kind = '', attributes = '', inner = '']) => ({
      kind,
      isEnd: attributes.includes('"end"'),
      text: textOf(inner),
    }),
  )
  const heads = all.filter(({ kind }) => kind === 'head' || kind === 'alarm')
  const body = all.slice(heads.length, -2)
  const rows: string[][] = []
  const next: string[] = []
  for (const [index, { kind, isEnd, text }] of body.entries()) {
    const end = body[index + 1]
    if (isEnd) continue
    if (end?.isEnd === true) {
      if (/^(until|by) /.test(end.text)) next.push(`${text} ${end.text}`)
      else rows.push([end.text, text])
    } else if (kind === 'soft') {
      rows.at(-1)?.splice(2, 0, ...oddApart(`, ${text}`).slice(1))
    } else rows.at(-1)?.push(text)
  }
  return { headline: heads.map(({ text }) => text), rows, next, small: all.at(-1)?.text ?? '' }
}

/** What a page shows of the story. */
export const saidInPage = async (page: Page): Promise<Told> => {
  const texts = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''))
  const rows = await page
    .locator('.story-rows summary')
    .evaluateAll((all) =>
      all.map((each) => [...each.children].map(({ textContent }) => textContent ?? '')),
    )
  const next = await texts('.next:not(.past .next) li')
  const small = (await texts('footer')).join()
  return {
    headline: await texts('.alarm, h1'),
    rows,
    next: next.map((text) => text.replace(/ \(.*\)$/, '')),
    small: small.replace(/(root \w{16})\w+$/, '$1'),
  }
}
