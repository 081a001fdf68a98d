/**
 * The library returns what was recorded: stored lines, hashes, ids and heads byte for byte, states
 * and reports in today's words.
 */
import { describe, expect, test } from 'vitest'
import {
  type Delivered,
  linesIn,
  logOf,
  logOfStream,
  resultOf,
  rowsIn,
  type Streamed,
  streamsOf,
  TAMPERINGS,
  victimIn,
} from './cases.ts'
import { difference, inTodaysWords, type Json, normal, type Row } from './normal.ts'
import { reportOf } from './today.ts'

interface Head {
  readonly name: string
  readonly lines: number
  readonly head: string
  readonly unreadable: Json
}

const delivered = rowsIn<Delivered>('deliveries')
const events = rowsIn<Streamed>('events')
const heads = rowsIn<Head>('heads')
const stored = linesIn('lines')

/** The recorded lines of each case, in order. */
const logs = heads.map(({ name, lines }, index) => {
  const from = heads.slice(0, index).reduce((sum, each) => sum + each.lines, 0)
  return { name, lines: stored.slice(from, from + lines) }
})
const ofDeliveries = logs.slice(0, delivered.length)

/** The first difference of each pair, with its name. */
const differences = (all: readonly (readonly [name: string, golden: Json, today: Json])[]) =>
  all.flatMap(([name, golden, today]) => {
    const found = difference(inTodaysWords(golden), normal(today))
    return found === null ? [] : [`${name}: ${found}`]
  })

describe('what is stored', () => {
  const today = [...delivered.map(logOf), ...events.map(logOfStream)]

  test('belongs to the recorded cases', () => {
    expect(today.map(({ name }) => name)).toEqual(heads.map(({ name }) => name))
    expect(logs.flatMap(({ lines }) => lines)).toEqual(stored)
  })

  test('has the recorded lines, byte for byte', () => {
    const wrong = today.flatMap(({ name, lines }, index) => {
      const golden = logs[index]?.lines ?? []
      const length = Math.max(lines.length, golden.length)
      const at = Array.from({ length }).findIndex((_, line) => lines[line] !== golden[line])
      return at < 0 ? [] : [`${name} line ${at + 1}: ${golden[at]} is now ${lines[at]}`]
    })
    expect(wrong).toEqual([])
  })

  test('has the recorded heads', () => {
    expect(today.map(({ name, head }) => `${name} ${head}`)).toEqual(
      heads.map(({ name, head }) => `${name} ${head}`),
    )
  })

  test('leaves out the deliveries that were unreadable then', () => {
    expect(
      differences(
        today.map(({ name, unreadable }, index) => [
          name,
          { unreadable: heads[index]?.unreadable ?? [] },
          { unreadable },
        ]),
      ),
    ).toEqual([])
  })
})

test('every stream is judged as recorded', () => {
  const streams = [...ofDeliveries.flatMap(streamsOf), ...events]
  const goldens = rowsIn<Row>('states')
  expect(streams.length).toBe(goldens.length)
  expect(
    differences(
      streams.map((stream, index) => [
        `${stream.name} ${stream.stream}`,
        goldens[index] ?? null,
        resultOf(stream, index),
      ]),
    ),
  ).toEqual([])
})

test('every log is audited as recorded, tampered ones too', () => {
  const week = logs.find(({ name }) => name === 'week')?.lines ?? []
  const tampered = Object.entries(TAMPERINGS).map(([name, tamper]) => ({
    name,
    lines: tamper(week, victimIn(week)),
  }))
  const all = [...logs, ...tampered]
  const goldens = rowsIn<Row>('reports')
  expect(all.length).toBe(goldens.length)
  expect(
    differences(
      all.map(({ name, lines }, index) => [
        name,
        goldens[index] ?? null,
        { name, report: reportOf(lines) },
      ]),
    ),
  ).toEqual([])
})
