/**
 * A verifier in Perl, written from the page on audits alone, agrees with the library to the byte. The
 * tests are skipped where there is no Perl with `Digest::SHA`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consistencyProof, inclusionProof, rootOf, treeOf } from '../../src/audit/index.ts'
import { emptyTree, grown, type Tree } from '../../src/log/hash-tree.ts'
import { EXAMPLE_LINES, EXAMPLE_ROOTS } from '../docs/audit-bytes.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { sha256 } from '../log/seal.ts'
import { audit } from '../root.ts'
import { numbered } from './given.ts'
import { linesOf, logs } from './logs.ts'

const RUNS = Number(process.env['RUNS'] ?? 8)

const hasPerl = spawnSync('perl', ['-MDigest::SHA', '-e', '1']).status === 0

const verifier = (words: readonly (string | number)[], input: string | Uint8Array = ''): string =>
  spawnSync('perl', ['test/audit/verifier.pl', ...words.map(String)], { input }).stdout.toString()

const verified = (log: string | Uint8Array): readonly string[] =>
  verifier(['log'], log).trimEnd().split('\n')

const audited = (...chunks: readonly (string | Uint8Array)[]) => {
  const { findings, head } = audit(machines)(chunks)
  return [
    findings.filter(({ key }) => key === null).map(({ line, code }) => `${line} ${code}`),
    head,
  ]
}

const LF = `${EXAMPLE_LINES.join('\n')}\n`
const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const MARK = '\ufeff'

describe.skipIf(!hasPerl)('the verifier in Perl', () => {
  test('finds the example on the page as the page says', () => {
    const page = readFileSync('docs/audit.md', 'utf8')
    const [, lines = ''] = /```json\n(\{"event"[\s\S]*?\n)```/.exec(page) ?? []
    const roots = [...page.matchAll(/^root +([0-9a-f]{64})/gm)].map(([, root]) => root)
    expect(verified(lines)).toEqual(['lines 3', `sequence ${roots[0]}`, `streams ${roots[1]}`])
    expect(lines).toBe(LF)
    expect(roots).toEqual([EXAMPLE_ROOTS.sequence, EXAMPLE_ROOTS.streams])
  })

  test('computes the roots that the library computes, of any log', () => {
    forAll(RUNS, [logs, fc.boolean()], (plain, isNumbered) => {
      const entries = isNumbered ? numbered(plain) : plain
      const text = linesOf(entries).join('\n')
      const order = isNumbered ? 'sequence' : 'streams'
      expect(verified(text)).toContain(`${order} ${audited(text)[1]}`)
    })
  })

  test('accepts the proofs that the library makes, and no others', () => {
    const hashes = Array.from({ length: 11 }, (_, index) => sha256(String(index)))
    const root = (size: number): string =>
      rootOf(grown(emptyTree, hashes.slice(0, size)) as Tree) ?? ''
    for (const index of [0, 4, 10]) {
      const proof = inclusionProof(hashes, index) ?? []
      const words = ['inclusion', index, 11, root(11), hashes[index] ?? '', ...proof]
      expect(verifier(words)).toBe('yes\n')
      expect(verifier(words.with(1, index + 1))).toBe('no\n')
    }
    for (const size of [1, 4, 6, 11]) {
      const proof = consistencyProof(hashes, size) ?? []
      const words = ['consistency', size, 11, root(size), root(11), ...proof]
      expect(verifier(words)).toBe('yes\n')
      expect(verifier(words.with(3, sha256('another')))).toBe('no\n')
    }
  })

  test.each([
    ['with CR LF', bytesOf(LF.replaceAll('\n', '\r\n'))],
    ['with a mark at the start', bytesOf(`${MARK}${LF}`)],
    ['without the last line end', bytesOf(LF.trimEnd())],
  ])('and the library read a log %s alike', (_, log) => {
    expect(verified(log)[1]).toBe(`sequence ${EXAMPLE_ROOTS.sequence}`)
  })
})

describe('a log on the page', () => {
  const [one = '', two = '', three = ''] = EXAMPLE_LINES
  const whole = [[], EXAMPLE_ROOTS.sequence]

  test('has a hash of all bytes of a line before its last 75', () => {
    for (const line of EXAMPLE_LINES) {
      expect(line.slice(-75)).toBe(`,"hash":"${sha256(line.slice(0, -75))}"}`)
    }
    expect(three).toContain(`"previous":"${one.slice(-66, -2)}"`)
    expect(treeOf([])).not.toBe(null)
  })

  test.each<[string, readonly (string | Uint8Array)[], unknown]>([
    ['LF', [LF], whole],
    ['LF, as bytes', [bytesOf(LF)], whole],
    ['CR LF', [LF.replaceAll('\n', '\r\n')], whole],
    ['CR LF, cut between the two', [`${one}\r`, `\n${two}\r\n${three}`], whole],
    ['no line end after the last line', [LF.trimEnd()], whole],
    ['a mark at the start of its bytes', [bytesOf(`${MARK}${LF}`)], whole],
    ['a mark at the start of its text', [`${MARK}${LF}`], whole],
    [
      'a mark before another line',
      [bytesOf(`${one}\n${MARK}${two}\n${three}`)],
      [['2 Altered'], null],
    ],
    ['CR alone', [bytesOf(LF.replaceAll('\n', '\r'))], [['1 Unreadable'], null]],
    ['CR at the very end', [`${one}\n${two}\n${three}\r`], [['3 Unreadable'], null]],
    ['a space before a line end', [LF.replace('\n', ' \n')], [['1 Unreadable'], null]],
    ['an empty line', [`${one}\n\n${two}\n${three}`], [['2 Unreadable'], null]],
    [
      'a byte that is not UTF-8',
      [Buffer.concat([bytesOf(`${one}\n`), Uint8Array.of(0xff), bytesOf(`${two}\n${three}`)])],
      [['2 Unreadable'], null],
    ],
  ])('read with %s', (_, chunks, expected) => {
    expect(audited(...chunks)).toEqual(expected)
  })
})
