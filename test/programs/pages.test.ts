/**
 * The page of a stream as people use it: in a real browser, by mouse and keyboard, wide and narrow, light,
 * dark and in forced colours, on paper. `npm run shots` puts screenshots into the folder that SHOTS names.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublishedHead } from '../../src/audit/reading/heads.ts'
import { counted } from '../../src/audit/report/report.ts'
import { stakesIn } from '../../src/audit/report/stake.ts'
import { reportFiles } from '../../src/audit/report/written-report.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { story } from '../../src/inspect/index.ts'
import type { Entry } from '../../src/log/entry.ts'
import { headOf, type LogTree, treeOf } from '../../src/log/head.ts'
import { toLine } from '../../src/log/line.ts'
import { readMessage, readStored } from '../../src/provider/index.ts'
import { compare } from '../../src/words/data/lists.ts'
import { hash } from '../../src/words/hash/hash.ts'
import type { Currency } from '../../src/words/money.ts'
import type { Stream } from '../../src/words/stream.ts'
import { visible } from '../../src/words/text/visible-text.ts'
import { type TimeText, toInstant } from '../../src/words/time/instant.ts'
import { EXAMPLES, lines } from '../audit/examples.ts'
import { numbered } from '../audit/given.ts'
import { barriersIn, executablePath, type Looking, launched, look, NO_BROWSER } from '../browser.ts'
import { machines, pay, reported, right } from '../given.ts'
import { named, readme, week } from '../inspect/week.ts'
import { audit, reportPage, root, streamPage } from '../root.ts'
import { said, saidInPage } from '../story/read-back.ts'

const stream = 'payment-pay_1' as Stream
const on = (day: string, id: string) => ({ at: `2026-${day}T10:00:00Z`, id })
const sum = { method: 'sepa', amount: 1_000_000, currency: 'EUR' }
const captured = (id = 'evt_0') => reported('payment_captured', { ...pay, ...sum }, on('03-02', id))

const HOSTILE = `</script><img src=x onerror=alert(1)>"'&\u202e`

/** A malicious value for every text of an event. */
const hostile: readonly DomainEvent[] = [
  captured(),
  reported(HOSTILE, { name: HOSTILE }, on('07-02', 'evt_5')),
].map((event, index) => ({
  ...event,
  data: { ...event.data, reference: HOSTILE, [HOSTILE]: { [HOSTILE]: HOSTILE } },
  metadata: { ...event.metadata, eventId: `${HOSTILE}${index}`, source: HOSTILE } as never,
}))

/** A payment with many small refunds. */
const long = (count: number): readonly DomainEvent[] => [
  captured(),
  ...Array.from({ length: count - 1 }, (_, index) =>
    reported(
      'payment_refunded',
      { ...pay, actionId: `act_${index}`, amount: 100 },
      { at: new Date(Date.UTC(2026, 2, 3) + index * 1000).toISOString(), id: `evt_${index + 1}` },
    ),
  ),
]

const render = streamPage(machines)
const tell = story(root)
const seven = named('refundaskedagain')
const report = audit(machines)([`${EXAMPLES.NegativeNet.join('\n')}\n`])

/** A payment, of which only a list of actions in the next year reports the capture and a refund. */
const LISTED: readonly [Stream, readonly DomainEvent[]] = [
  stream,
  [
    {
      kind: 'response',
      receivedAt: '2025-12-20T09:30:00Z',
      endpoint: 'createPayment',
      request: { source: { type: 'id', id: 'src_1' }, amount: 12_000, currency: 'EUR' },
      status: 201,
      body: { id: 'pay_1', status: 'Pending' },
    },
    {
      kind: 'response',
      receivedAt: '2026-01-10T09:30:00Z',
      askedAt: '2026-01-10T09:29:59Z',
      endpoint: 'getPaymentActions',
      params: { id: 'pay_1' },
      request: null,
      status: 200,
      body: [
        { type: 'Capture', id: 'act_1', amount: 12_000, processed_on: '2025-12-23T08:00:00Z' },
        { type: 'Refund', id: 'act_2', amount: 4_000, processed_on: '2026-01-05T08:00:00Z' },
      ].map((action) => ({ ...action, approved: true })),
    },
  ]
    .flatMap((delivery) => right(readMessage(right(readStored(delivery)))))
    .flatMap((each) => (each.stream === stream ? each.event : [])),
]

/** The pages for these tests, made only if there is a browser. */
const PAGES = {
  wrong: () => render(stream, readme),
  over: () => render(stream, readme.slice(0, -1)),
  seven: () => render(...seven),
  doubt: () => render(...named('sameidtwobodies')),
  session: () => render(...named('sid_challenged')),
  ticket: () => render(...named('ticketpaidlate')),
  mandate: () => render(...named('longrunning')),
  empty: () => render('session-sid_1' as Stream, []),
  nobody: () => render(stream, [reported('payment_captured', pay, on('03-02', 'evt_1'))]),
  hostile: () => render(`payment-${HOSTILE}` as Stream, hostile),
  report: () => reportPage(report),
  altered: () => reportPage(audit(machines)([`${EXAMPLES.Altered.join('\n')}\n`])),
  weekly: () =>
    reportPage(audit(machines)(week.flatMap(([, all]) => all.map((each) => `${toLine(each)}\n`)))),
  fine: () => reportPage(audit(machines)([`${lines.join('\n')}\n`])),
}
/** The log of the week, its entries numbered in the order in which they were received. */
const numberedWeek = numbered(
  week
    .flatMap(([, all]) => all)
    .toSorted((a, b) => compare(a.event.metadata.recordedAt, b.event.metadata.recordedAt)),
)

/** The head over the first entries of the week. */
const headOver = (size: number): PublishedHead => {
  const tree = treeOf(numberedWeek.slice(0, size)) as LogTree
  const time = toInstant(`2026-06-0${1 + (size % 9)}T00:00:00Z` as TimeText)
  const head = headOf({ log: 'shop', time }, tree)
  if (head === null) throw new Error('no head')
  return head
}

const WHOLE = numberedWeek.length

/** The logs that somebody signs: how many entries of the week, and with which heads. */
const SIGNED = {
  'no head': { size: WHOLE, heads: [] },
  'one head': { size: WHOLE, heads: [WHOLE] },
  'four heads': { size: WHOLE, heads: [20, 50, 80, WHOLE] },
  'an end that was cut off': { size: WHOLE - 4, heads: [WHOLE] },
}

/** The page of such a log, and the id of its report. */
const signedPage = ({ size, heads }: { size: number; heads: readonly number[] }) => {
  const lines = numberedWeek.slice(0, size).map((each) => `${toLine(each)}\n`)
  const audited = audit(machines, { heads: heads.map(headOver) })(lines)
  const input = { name: 'week-log.ndjson', bytes: 62_337, sha256: 'ab'.repeat(32) }
  const { report: written, texts } = reportFiles(root)(audited, { input, xstate: '5.33.3' })
  return { html: reportPage(written), id: hash(texts['report.json']) }
}

/** A report that has more of everything than a page holds. */
const crowded = () => {
  const lines = numberedWeek.map((each) => `${toLine(each)}\n`)
  const heads = Array.from({ length: 40 }, (_, index) => headOver(index + 1))
  const others = heads.map((head) => ({ ...head, root: head.root.replaceAll('a', 'b') }))
  const made = audit(machines, { heads: [...heads, ...others], known: WHOLE - 1 })(lines)
  const [first] = made.findings
  if (first === undefined) throw new Error('nothing was found')
  const currencies = ['EUR', 'ARS', 'JPY', 'USD', 'BRL', 'CLP', 'GBP', 'SEK'] as Currency[]
  const findings = Array.from({ length: 200 }, (_, index) => ({
    ...first,
    title: 'Not understood, and money may have moved, somewhere else',
    stream: `payment-pay_${'x'.repeat(60)}${index}` as Stream,
    stake: {
      stream: `payment-pay_${index}` as Stream,
      amount: 999_999_999_999,
      currency: currencies[index % 9] ?? null,
    },
  }))
  const { report: written } = reportFiles(root)(
    { ...made, findings, ...counted(findings), atStake: stakesIn(findings) },
    { input: { name: `${'long-name-'.repeat(20)}.ndjson`, bytes: 1, sha256: 'ab'.repeat(32) } },
  )
  const totals = currencies.flatMap((currency) =>
    written.totals.map((each) => ({ ...each, currency, sums: { ...each.sums, captured: 1 } })),
  )
  return { ...written, totals }
}

const STREAMS = ['wrong', 'seven', 'doubt', 'session', 'ticket', 'mandate'] as const

const SCHEMES = ['light', 'dark', 'forced'] as const

/** The folder for screenshots, if they are wanted. */
const SHOTS = process.env['SHOTS']

/** How each page is looked at: at every width and in all colours, but only screenshots need all of both. */
const VIEWS = STREAMS.flatMap((name, turn) =>
  [360, 820, 1280, 1920].flatMap((width, index) =>
    SCHEMES.filter((_, other) => SHOTS !== undefined || other === (index + turn) % 3).map(
      (scheme) => [name, width, scheme] as const,
    ),
  ),
)

/** The smallest text that is shown, in pixels on the screen, that of pictures as they are scaled. */
const SMALLEST = `Math.min(...[...document.querySelectorAll('body *')].filter((each) =>
  [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') && each.checkVisibility() && !each.matches('script, style, title')).map((each) => {
    const svg = each.closest('svg')
    const scale = svg === null ? 1 : svg.getBoundingClientRect().width / svg.viewBox.baseVal.width
    return parseFloat(getComputedStyle(each).fontSize) * scale
  }))`

/** Whether the block that is signed may be parted. */
const BREAK_INSIDE = `getComputedStyle(document.querySelector('.sign')).breakInside`

/** The texts in the first table that are too long for their cells. */
const CUT_OFF = `[...document.querySelectorAll('.found :is(th, td)')].flatMap((each) =>
  each.scrollWidth > each.clientWidth ? each.innerText + ' ' + each.scrollWidth + ' ' + each.clientWidth : [])`

/** The row in which a key would act. */
const focused = (page: Page) => page.evaluate(`document.activeElement.closest('li')?.id`)

const openRow = (page: Page) => page.locator('.beside .of-row')

describe.skipIf(executablePath === null)(
  `pages${executablePath === null ? `, ${NO_BROWSER}` : ''}`,
  () => {
    let browser: Browser
    /** One page for all tests. */
    let shared: Page
    let folder = ''

    beforeAll(async () => {
      browser = await launched()
      shared = await browser.newPage()
      folder = await mkdtemp(join(tmpdir(), 'pages-'))
      if (SHOTS !== undefined) await mkdir(SHOTS, { recursive: true })
      for (const [name, html] of Object.entries(PAGES))
        await writeFile(join(folder, `${name}.html`), html())
    })
    afterAll(async () => {
      await browser?.close()
      await rm(folder, { recursive: true, force: true })
    })
    const open = (name: keyof typeof PAGES, looking: Looking = {}) =>
      look(shared, join(folder, `${name}.html`), looking)
    /** Opens a page that is made for one test. */
    const made = async (html: string, looking: Looking = {}) => {
      const file = join(folder, 'made.html')
      await writeFile(file, html)
      return look(shared, file, looking)
    }
    /** Keeps a screenshot, if they are wanted. */
    const shoot = async (page: Page, name: string): Promise<void> => {
      if (SHOTS !== undefined)
        await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
    }

    test.each([...week, [stream, readme] as const])('tell the story of %s', async (of, entries) => {
      const { page } = await made(render(of, entries))
      expect(await saidInPage(page)).toEqual(said(tell(of, entries as readonly Entry[])))
    })

    test('fold a row out: its data with amounts as money, changes, hash, and what was allowed then', async () => {
      const { page } = await open('seven', { width: 820 })
      await page.locator('summary').nth(5).click()
      const words = await page.locator('#row-6 .more').innerText()
      expect(words).toContain('40.00 EUR')
      expect(words).not.toContain('4000')
      expect(words).toContain(seven[1].at(-1)?.hash ?? 'none')
      expect(words).toMatch(
        /requestRefund\s+allowed, 0.01 EUR to 80.00 EUR, before 28 July 2026, 22:00 UTC/,
      )
      expect(words).toMatch(/refunds\.act_\w+\.refunded\.amount\s+40.00 EUR/)
      expect(await page.locator('#row-6 summary time').getAttribute('title')).toBe(
        '5 June 2026, 10:11:18 UTC, 12:11 in Europe/Brussels',
      )
    })

    test('mark each row by one dot, and no finding in its details', async () => {
      const { page } = await open('wrong', { width: 820, hash: '#row-3' })
      const dots = `[...document.querySelectorAll('.story-rows li')].filter((each) =>
        getComputedStyle(each, '::after').content !== 'none').every((each) => each.matches('.row'))`
      expect(await page.evaluate(dots)).toBe(true)
    })

    test('show the details beside the story on a wide window, and step without scrolling', async () => {
      const { page } = await open('seven', { width: 1280 })
      expect(await openRow(page).innerText()).toContain('40.00 EUR refunded')
      await page.locator('summary').first().focus()
      for (const words of ['120.00 EUR captured', '40.00 EUR refund requested']) {
        await page.keyboard.press('ArrowDown')
        expect(await openRow(page).innerText()).toContain(words)
      }
      await page.keyboard.press('ArrowUp')
      expect(await openRow(page).innerText()).toContain('120.00 EUR captured')
      expect(await page.evaluate('scrollY')).toBe(0)
      expect(await page.locator('.beside .more').count()).toBe(1)
      await page.setViewportSize({ width: 820, height: 900 })
      await page.locator('.beside').waitFor({ state: 'hidden' })
      expect(await page.locator('#row-2 .more').isVisible()).toBe(true)
    })

    test('order by what happened, and by receipt if asked', async () => {
      const { page } = await open('wrong')
      const ids = () => page.locator('.story-rows li').evaluateAll((all) => all.map(({ id }) => id))
      const before = await ids()
      const [first, second, third] = readme
      const { page: late } = await made(
        render(
          stream,
          [first, third, second].flatMap((each) => each ?? []),
        ),
      )
      await late.getByRole('button', { name: 'by receipt' }).click()
      expect(await ids()).toEqual(['row-1', 'row-3', 'row-2'])
      await late.getByRole('button', { name: 'by receipt' }).click()
      expect(await ids()).toEqual(before.slice(0, 3))
    })

    test('order by receipt also what only a list of actions reports, each day with its year', async () => {
      const { page } = await made(render(...LISTED))
      const rows = () =>
        page.locator('.story-rows summary').evaluateAll((all) =>
          all.map((each) => {
            const [day = '', what = ''] = [...each.children].map(({ textContent }) => textContent)
            return `${day}: ${what}`
          }),
        )
      const before = await rows()
      expect(before).toEqual([
        '20 December 2025: 120.00 EUR submitted',
        '23 December: 120.00 EUR captured',
        '5 January 2026: 40.00 EUR refunded',
        '10 January: actions listed',
      ])
      await page.getByRole('button', { name: 'by receipt' }).click()
      expect(await rows()).toEqual([
        '20 December 2025: 120.00 EUR submitted',
        '23 December 2025: 120.00 EUR captured',
        '5 January 2026: 40.00 EUR refunded',
        '10 January 2026: actions listed',
      ])
      await page.getByRole('button', { name: 'by receipt' }).click()
      expect(await rows()).toEqual(before)
    })

    test('open at the row that the address names', async () => {
      const { page } = await open('wrong', { hash: '#row-2' })
      expect(await openRow(page).innerText()).toContain('captured')
      expect(await focused(page)).toBe('row-2')
      await page.evaluate(`location.hash = '#row-1'`)
      await page.locator('#row-1 [open]').waitFor({ state: 'attached' })
      expect(await focused(page)).toBe('row-1')
      const { page: far } = await made(render(stream, long(200)), { width: 820, hash: '#row-150' })
      expect(await focused(far)).toBe('row-150')
      await expect(far.locator('#row-150 summary').boundingBox()).resolves.toMatchObject({
        y: expect.closeTo(0, -2),
      })
      const { page: odd } = await open('wrong', { hash: '#elsewhere' })
      expect(await openRow(odd).innerText()).toContain('charged back')
    })

    test('say so if there are no entries, or no machine handles the stream', async () => {
      const { page } = await open('empty')
      expect(await page.locator('h1').innerText()).toBe('Nothing yet')
      const { page: nobody } = await open('nobody')
      const words = await nobody.locator('main').innerText()
      expect(words).toContain('No machine handles this stream yet')
    })

    test('name the windows that are over in a fold', async () => {
      const { page } = await open('over')
      expect(await page.locator('.next li:visible').allInnerTexts()).toEqual([
        'the payer may dispute it until 7 May 2027 (Brussels)',
      ])
      await page.locator('.past summary').click()
      expect(await page.locator('.next li:visible').count()).toBe(3)
    })

    test('show every text as text, whoever wrote it', async () => {
      const { page, complaints, requests } = await open('hostile', { width: 820 })
      expect(await page.locator('.id').first().innerText()).toBe(`payment-${visible(HOSTILE)}`)
      for (const each of await page.locator('summary').all()) await each.click()
      expect(await page.locator('main').innerText()).toContain(visible(HOSTILE))
      expect(await page.locator('img').count()).toBe(0)
      expect(complaints).toEqual([])
      expect(requests).toHaveLength(1)
    })

    test.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
      'make no network request and report no error: %s',
      async (name) => {
        const { complaints, requests } = await open(name)
        expect(complaints).toEqual([])
        expect(requests).toEqual([`file://${join(folder, name)}.html`])
      },
    )

    test.each(VIEWS)('are readable: %s at %s %s', async (name, width, scheme) => {
      const { page } = await open(name, { width, scheme })
      expect(await barriersIn(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await page.evaluate(SMALLEST)).toBeGreaterThanOrEqual(11)
      const first = page.locator('h1')
      expect((await first.boundingBox())?.y ?? 1000).toBeLessThan(300)
      if (name !== 'session' && name !== 'mandate')
        expect(await first.innerText()).toMatch(/^[\d,]+\.\d\d [A-Z]{3}/)
      await shoot(page, `${name}-${width}-${scheme}`)
    })

    test.each([
      ['empty', 1280, 'light'],
      ['nobody', 1280, 'dark'],
      ['report', 390, 'light'],
      ['altered', 390, 'dark'],
      ['fine', 1280, 'light'],
      ['weekly', 1280, 'dark'],
      ['weekly', 390, 'light'],
    ] as const)('are accessible: %s at %s %s', async (name, width, scheme) => {
      const { page } = await open(name, { width, scheme })
      expect(await barriersIn(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    })

    test.each([320, 390, 1280])(
      'keep each text of what was found in its cell at %s',
      async (width) => {
        const { page } = await made(reportPage(crowded()), { width })
        expect(await page.evaluate(CUT_OFF)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      },
    )

    test('print a payment of seven entries on one page of A4, with the same story', async () => {
      const { page } = await open('seven')
      await page.emulateMedia({ media: 'print' })
      const pdf = await page.pdf({
        format: 'A4',
        margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
      })
      if (SHOTS !== undefined) await writeFile(join(SHOTS, 'seven.pdf'), pdf)
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      await page.setViewportSize({ width: 718, height: 1000 })
      expect(await saidInPage(page)).toEqual(said(tell(...seven)))
      expect(await page.locator('.beside').isVisible()).toBe(false)
    })

    /** Whether the place to sign, with what is signed, ends on the first page of A4. */
    const isSignedFirst = async (page: Page): Promise<boolean> => {
      // A4 without its margins, in pixels
      await page.setViewportSize({ width: 688, height: 1031 })
      const signed = await page.locator('.sign').boundingBox()
      return (signed?.y ?? 1031) + (signed?.height ?? 0) < 1031
    }

    test.each(Object.keys(SIGNED))(
      'print the report of a week on four pages of A4, and all that is signed on the first: %s',
      async (name) => {
        const { html, id } = signedPage(SIGNED[name as keyof typeof SIGNED])
        const { page } = await made(html)
        await page.emulateMedia({ media: 'print' })
        const pdf = await page.pdf({ preferCSSPageSize: true })
        if (SHOTS !== undefined) await writeFile(join(SHOTS, `weekly, ${name}.pdf`), pdf)
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(4)
        expect(await isSignedFirst(page)).toBe(true)
        const signed = page.locator('.sign')
        expect(await signed.innerText()).toContain(
          `It is report.json, SHA-256 ${id}, which contains the hashes of the tables and pages.`,
        )
        expect(await page.evaluate(BREAK_INSIDE)).toBe('avoid')
        const top = (await signed.boundingBox())?.y ?? 0
        const titles = ['What was checked', 'Not checked', 'What was found, the worst first']
        for (const title of [...titles, 'Totals']) {
          const heading = page.getByRole('heading', { name: title, exact: true })
          expect((await heading.boundingBox())?.y ?? 1031).toBeLessThan(top)
        }
        expect(await page.evaluate(CUT_OFF)).toEqual([])
      },
    )

    test('print all that is signed on the first page, however much there is', async () => {
      const { page } = await made(reportPage(crowded()))
      await page.emulateMedia({ media: 'print' })
      const isFirst = await isSignedFirst(page)
      await shoot(page, 'most')
      expect(isFirst).toBe(true)
      expect(await page.evaluate(CUT_OFF)).toEqual([])
    })

    test('print the id of the report on each page', () => {
      const { html, id } = signedPage(SIGNED['no head'])
      expect(html).toContain(`@bottom-left { content: 'report.json ${id}';`)
    })

    test('show everything if no script may run', async () => {
      const page = await browser.newPage({ javaScriptEnabled: false })
      await page.goto(`file://${join(folder, 'wrong.html')}`)
      await page.locator('summary').nth(2).click()
      expect(await page.locator('#row-3 .more').innerText()).toContain(
        'Do not pay the customer back',
      )
      await page.close()
    })

    test('have at most 60 kB beyond their data', () => {
      expect(render(stream, [captured()]).length).toBeLessThan(60_000)
    })

    test('of five hundred entries have ten times the elements and bytes of fifty', async () => {
      const sizes = async (count: number) => {
        const html = render(stream, long(count))
        const { page, complaints } = await made(html)
        expect(await page.locator('.story-rows > li').count()).toBe(count)
        expect(complaints).toEqual([])
        return [await page.locator('*').count(), html.length] as const
      }
      const [elements, bytes] = await sizes(50)
      const [moreElements, moreBytes] = await sizes(500)
      expect([moreElements / elements < 10.2, moreBytes / bytes < 10.2]).toEqual([true, true])
    })

    test('link from a finding to its stream and back', async () => {
      const { page } = await open('report')
      await page.locator('main .notes a').first().click()
      expect(page.url()).toMatch(/#stream-1$/)
      await page.locator('.stream a[href^="#finding-"]').first().click()
      expect(page.url()).toMatch(/#finding-1$/)
      const { page: altered } = await open('altered')
      expect(await altered.locator('header').innerText()).toContain('fatal')
      expect(await altered.locator('.stream').first().innerText()).toContain('not valid')
    })
  },
)
