/** Pictures: everything in its place, no overlaps, paths marked, texts as text. */
import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { sepaPayment } from '../../../machines/index.ts'
import type { Machine } from '../../../src/contract/machine-record.ts'
import { type Box, type Point, wordsSize } from '../../../src/inspect/picture/boxes.ts'
import { layout } from '../../../src/inspect/picture/layout.ts'
import { round } from '../../../src/inspect/picture/line-route.ts'
import { picture } from '../../../src/inspect/picture/picture.ts'
import { byId, given, reported } from '../../given.ts'

/** The points of the drawn line: a path of straight parts, and of bends by one point each. */
const drawn = (path: string): readonly Point[] => {
  let at: Point = { x: 0, y: 0 }
  return [...path.matchAll(/([MQL]) ([-\d. ]+)/g)].flatMap(([, kind, numbers = '']) => {
    const [a = 0, b = 0, c = a, d = b] = numbers.trim().split(' ').map(Number)
    const [from, bend, to] = [at, { x: a, y: b }, { x: c, y: d }]
    at = to
    if (kind === 'M') return []
    const by = kind === 'Q' ? bend : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
    return Array.from({ length: 41 }, (_, index) => {
      const part = index / 40
      const mix = (p: number, q: number, r: number) =>
        (1 - part) ** 2 * p + 2 * part * (1 - part) * q + part ** 2 * r
      return { x: mix(from.x, by.x, to.x), y: mix(from.y, by.y, to.y) }
    })
  })
}

type Any = Machine<object, string, string>

const left = ({ x, width }: Box): number => x - width / 2
const top = ({ y, height }: Box): number => y - height / 2
const isInside = (inner: Box, outer: Box): boolean =>
  left(inner) >= left(outer) &&
  top(inner) >= top(outer) &&
  left(inner) + inner.width <= left(outer) + outer.width &&
  top(inner) + inner.height <= top(outer) + outer.height
const isApart = (a: Box, b: Box): boolean =>
  left(a) + a.width <= left(b) ||
  left(b) + b.width <= left(a) ||
  top(a) + a.height <= top(b) ||
  top(b) + b.height <= top(a)
/** The distance of a point from the edge of a box, from inside or outside. */
const fromBorder = ({ x, y }: Point, box: Box): number => {
  const [dx, dy] = [Math.abs(x - box.x) - box.width / 2, Math.abs(y - box.y) - box.height / 2]
  return Math.max(dx, dy) <= 0 ? -Math.max(dx, dy) : Math.hypot(Math.max(dx, 0), Math.max(dy, 0))
}

describe.each(byId)('the picture of %s', (_, { chart }) => {
  const { boxes, lines, beginnings, width, height } = layout(chart.root)
  const boxOf = (id: string): Box | undefined => boxes.find(({ node }) => node.id === id)

  test('has every state inside the one that contains it, next to the others', () => {
    for (const box of boxes) {
      const { parent } = box.node
      const outer = parent === undefined ? undefined : boxOf(parent.id)
      if (outer !== undefined) expect(isInside(box, outer)).toBe(true)
      for (const other of boxes) {
        if (other !== box && other.node.parent === parent) expect(isApart(box, other)).toBe(true)
      }
    }
    const atomic = boxes.filter(({ node }) => Object.keys(node.states).length === 0)
    expect(atomic.length).toBeGreaterThan(5)
    expect(new Set(boxes.map(({ node }) => node)).size).toBe(boxes.length)
  })

  test('has lines from state to state', () => {
    expect(lines.length).toBeGreaterThan(5)
    for (const { edge, points } of lines) {
      const [from, to] = [boxOf(edge.from.id), boxOf(edge.to.id)]
      const [first, last] = [points[0], points.at(-1)]
      if (from === undefined || to === undefined || first === undefined || last === undefined) {
        throw new Error(edge.key)
      }
      expect(fromBorder(first, from)).toBeLessThan(1)
      expect(fromBorder(last, to)).toBeLessThan(1)
    }
  })

  test('has no line that runs behind a state', () => {
    const svg = picture({ chart, id: '', events: {} } as unknown as Any)
    const states = boxes.filter(({ node }) => Object.keys(node.states).length === 0)
    const behind = [...svg.matchAll(/data-edge="([^"]*)"><title>[^<]*<\/title><path d="([^"]*)"/g)]
    expect(behind.length).toBe(lines.length)
    const wrong = behind.flatMap(([, key = '', path = '']) =>
      states
        .filter((box) =>
          drawn(path).some((point) =>
            isInside(
              { ...box, ...point, width: 0, height: 0 },
              { ...box, width: box.width - 2, height: box.height - 2 },
            ),
          ),
        )
        .map(({ node }) => `${key} behind ${node.id}`),
    )
    expect(wrong).toEqual([])
  })

  test('contains all of it, words and bends', () => {
    const words = lines.flatMap(({ edge, words: at }) =>
      at === null ? [] : [{ ...at, ...wordsSize(edge) }],
    )
    const whole = { x: width / 2, y: height / 2, width: width + 1, height: height + 1 } as Box
    const points = [...lines, ...beginnings].flatMap((line) => line.points)
    const all = [...boxes, ...words, ...points.map((point) => ({ ...point, width: 0, height: 0 }))]
    expect(all.filter((each) => !isInside(each as Box, whole))).toEqual([])
  })

  test('is the same every time', () => {
    expect(layout(chart.root)).toEqual(layout(chart.root))
  })
})

const pay = { paymentId: 'pay_1' }
const captured = given(
  sepaPayment,
  reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR' }, { id: 'evt_1' }),
  reported('payment_captured', pay, { id: 'evt_2', at: '2026-03-04T10:00:00Z' }),
)
/** The states or edges with this mark. */
const marked = (svg: string, kind: string): readonly string[] =>
  [
    ...svg.matchAll(new RegExp(`class="(?:state|edge)[a-z ]* ${kind}" data-\\w+="([^"]*)"`, 'g')),
  ].map(([, key = '']) => key.replaceAll('sepa-payment@1.', ''))

describe('a way', () => {
  const box = (x: number, y: number) => ({ x, y, width: 40, height: 20 }) as Box
  const from = { x: 0, y: 0 }

  test('is straight if nothing is in between', () => {
    expect(round(from, { x: 100, y: 0 }, [box(50, 30)])).toEqual([])
  })

  test('goes around what is in between on the nearer side, with rounded corners', () => {
    const bends = round(from, { x: 100, y: 0 }, [box(50, 5)])
    expect([bends[1], bends[4]]).toEqual([
      { x: 22, y: -13 },
      { x: 78, y: -13 },
    ])
    expect(bends).toHaveLength(6)
  })

  test('goes around one box after another', () => {
    const all = [box(50, 5), box(50, -17), box(120, 0)]
    const corners = round(from, { x: 200, y: 0 }, all).filter((_, index) => index % 3 === 1)
    expect(corners).toEqual([
      { x: 22, y: 23 },
      { x: 78, y: 23 },
      { x: 148, y: 18 },
    ])
  })

  test('is straight if there is no way around', () => {
    expect(round(from, { x: 100, y: 0 }, [box(100, 0)])).toEqual([])
  })
})

describe('a picture', () => {
  test('marks the states that a stream visited, its current ones, and the transitions it took', () => {
    const svg = picture(sepaPayment, captured)
    expect(marked(svg, 'visited')).toEqual(['uncaptured.none', 'uncaptured.pending'])
    expect(marked(svg, 'visited current')).toEqual([
      'captured.refund.none',
      'captured.dispute.none',
    ])
    expect(marked(svg, 'taken')).toEqual([
      'uncaptured.none uncaptured.pending',
      'uncaptured.pending captured',
    ])
    expect(svg).toContain('aria-label="The chart of sepa-payment@1: captured, and the path to it"')
  })

  test('marks nothing without a stream', () => {
    const svg = picture(sepaPayment)
    expect(['visited', 'visited current', 'taken'].flatMap((kind) => marked(svg, kind))).toEqual([])
  })

  test('dashes transitions for reports only, and shows the guard of every transition on hovering', () => {
    const svg = picture(sepaPayment)
    expect(svg).toMatch(/<g class="edge reported" data-edge="[^"]*none [^"]*captured reported">/)
    expect(svg).toContain('<title>payment_captured ⟨missingPredecessor⟩</title>')
  })

  test('shows text as text, whatever it contains', () => {
    const odd = `<script>alert("x")</script>&'`
    const chart = createMachine({
      id: odd,
      initial: odd,
      states: { [odd]: { on: { [odd]: 'b' } }, b: {} },
    })
    const svg = picture({ chart, id: odd, events: {} } as unknown as Any)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;</text>')
  })
})
