/** How time grows with size, measured and shown: four times as much should take about four times as long. */
import { entrances } from './entrances.ts'

/** What is repeated to make something large, and how it is put together. */
const FILLERS: Readonly<Record<string, (size: number) => unknown>> = {
  'a long word': (size) => 'x'.repeat(size),
  'a long number': (size) => '9'.repeat(size),
  'a long blank': (size) => ' '.repeat(size),
  'many accents': (size) => `e${'\u0301'.repeat(size)}`,
  'many account numbers': (size) => 'DE89370400440532013000'.repeat(size / 22),
  'many parameters': (size) => `https://f.example/1${'?expir&expiry=x'.repeat(size / 15)}`,
  'a long fraction': (size) => `2026-03-02T10:00:00.${'1'.repeat(size)}Z`,
  'many links': (size) =>
    Object.fromEntries(Array.from({ length: size / 64 }, (_, at) => [`l${at}`, { href: 'x' }])),
  'many actions': (size) =>
    Array.from({ length: size / 64 }, (_, at) => ({ id: `act_${at}`, type: 'Refund' })),
  'many wrong actions': (size) => Array.from({ length: size / 64 }, () => ({ id: 1, type: null })),
}

/** The places of a message that a filler is put into. */
const PLACES: readonly ((filler: unknown) => unknown)[] = [
  (filler) => filler,
  (filler) => ({ id: filler, type: filler, created_on: filler, data: filler }),
  (filler) => ({
    id: 'evt_1',
    type: 'payment_captured',
    data: { id: 'pay_1', reference: filler, source: filler, amount: filler },
  }),
  (filler) => ({
    id: 'sid_1',
    status: filler,
    next_actions: filler,
    _links: filler,
    completion: filler,
  }),
  (filler) =>
    JSON.stringify({
      id: 'evt_1',
      type: 'authentication_failed',
      data: { session_id: 'sid_1', reason: filler },
    }),
  (filler) => JSON.stringify(filler),
]

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const took = (enter: (value: unknown) => unknown, value: unknown): number => {
  const rounds = Array.from({ length: 3 }, () => {
    const start = performance.now()
    enter(value)
    return performance.now() - start
  })
  return median(rounds)
}

const SMALL = 262_144
const TIMES = 4

/** What takes less than this (in milliseconds) is measured too badly to speak of. */
const TOO_SHORT = 4

/** The worst growths found, worst first, each as a line. */
export const growth = (): readonly string[] =>
  Object.entries(entrances)
    .flatMap(([name, enter]) =>
      Object.entries(FILLERS).flatMap(([filler, make]) =>
        PLACES.flatMap((place, at) => {
          const large = took(enter, place(make(SMALL * TIMES)))
          if (large < TOO_SHORT) return []
          const small = took(enter, place(make(SMALL)))
          const ratio = large / Math.max(small, TOO_SHORT / TIMES)
          return [
            {
              ratio,
              line: `${name}, ${filler} (${at}): ${ratio.toFixed(1)} times as long, ${large.toFixed(1)} ms`,
            },
          ]
        }),
      ),
    )
    .toSorted((a, b) => b.ratio - a.ratio)
    .map(({ line }) => line)
