/** The page for maintainers: each question has its answer in a file that is there, or in a second one. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FILE = /`((?:src|machines|test|docs)\/[^`]+)`/g

const questions = readFileSync('docs/ten-questions.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z].*\? \|/.test(line))
  .map((line) => line.split(' | '))
  .map(([question = '', ...hops]) => ({
    question: question.slice(2),
    hops: hops.map((hop) => ({
      files: [...hop.matchAll(FILE)].map(([, path = '']) => path),
      names: [...hop.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    })),
  }))

describe('the page of ten questions', () => {
  test('has ten', () => {
    expect(questions).toHaveLength(10)
  })

  test.each(questions)('$question: two files that exist, with the names in them', ({ hops }) => {
    expect(hops.map(({ files }) => files.length)).toEqual([1, 1])
    for (const { files, names } of hops) {
      const [path = ''] = files
      expect(existsSync(path), path).toBe(true)
      for (const name of names) expect(readFileSync(path, 'utf8')).toContain(name)
    }
  })
})
