/** Citations: what one refers to, and the link to it from a page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The citations of a text. */
export const citationsIn = (text: string): readonly string[] => text.split('; ')

/** The anchors of a page, as GitHub makes them: a repeated heading gets a number. */
const anchorsOf = (text: string): readonly string[] => {
  const counts = new Map<string, number>()
  return [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) => {
      const anchor = title
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-')
      const count = counts.get(anchor) ?? 0
      counts.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    },
  )
}

const decisions = readdirSync('docs/decisions')

/**
 * What a citation refers to: a decision, or the heading of a page. Undefined if there is nothing.
 */
export const targetOf = (citation: string): string | undefined => {
  const [, page = '', anchor = ''] = /^([a-z][a-z0-9/-]*)#([\p{L}\p{N}_-]+)$/u.exec(citation) ?? []
  if (page === 'decisions') {
    const name = decisions.find((each) => each.startsWith(`${anchor}-`))
    return name === undefined ? undefined : `docs/decisions/${name}`
  }
  const path = `docs/${page}.md`
  const isThere = existsSync(path) && anchorsOf(readFileSync(path, 'utf8')).includes(anchor)
  return isThere ? `${path}#${anchor}` : undefined
}

/** The citations of a text as links from a page in a folder. */
export const linked = (text: string, folder = 'docs'): string =>
  citationsIn(text)
    .map((citation) => {
      const target = targetOf(citation)
      return target === undefined ? citation : `[${citation}](${relative(folder, target)})`
    })
    .join('; ')
