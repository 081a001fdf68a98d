/**
 * The pages as people use them: in a real browser, by mouse and keyboard, wide and narrow, light
 * and dark.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Stream } from '../../src/words/stream.ts'
import { visible } from '../../src/words/text/visible-text.ts'
import { EXAMPLES, lines } from '../audit/examples.ts'
import { barriersIn, executablePath, type Looking, launched, look, NO_BROWSER } from '../browser.ts'
import { machines, reported } from '../given.ts'
import { audit, reportPage, streamPage } from '../root.ts'

const pay = { paymentId: 'pay_1' }
const on = (day: string, id: string) => ({ at: `2026-${day}T10:00:00Z`, id })

const PAYMENT: readonly DomainEvent[] = [
  reported(
    'payment_pending',
    { ...pay, sourceId: 'src_1', method: 'sepa', amount: 1000, currency: 'EUR' },
    on('03-02', 'evt_1'),
  ),
  reported('payment_captured', pay, on('03-04', 'evt_2')),
  reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 }, on('07-01', 'evt_3')),
  reported(
    'payment_refund_pending',
    { ...pay, actionId: 'act_1', amount: 400 },
    on('06-30', 'evt_4'),
  ),
]

const HOSTILE = `</script><img src=x onerror=alert(1)>"'&\u202e`

/** A malicious value for every text of an event. */
const hostile: readonly DomainEvent[] = [
  ...PAYMENT,
  reported(HOSTILE, { name: HOSTILE }, on('07-02', 'evt_5')),
].map((event, index) => ({
  ...event,
  data: { ...event.data, reference: HOSTILE, [HOSTILE]: { [HOSTILE]: HOSTILE } },
  metadata: {
    ...event.metadata,
    eventId: `${HOSTILE}${index}` as never,
    source: HOSTILE as never,
  },
}))

const long: readonly DomainEvent[] = [
  reported(
    'payment_captured',
    { ...pay, method: 'sepa', amount: 1000, currency: 'EUR' },
    on('03-02', 'evt_0'),
  ),
  ...Array.from({ length: 999 }, (_, index) =>
    reported('payment_declined', pay, on('03-01', `evt_${index + 1}`)),
  ),
]

const render = streamPage(machines)
const report = audit(machines)([`${EXAMPLES.NegativeNet.join('\n')}\n`])

/** The pages for these tests, made only if there is a browser. */
const PAGES = {
  payment: () => render('payment-pay_1' as Stream, PAYMENT),
  empty: () => render('session-sid_1' as Stream, []),
  nobody: () => render('payment-pay_1' as Stream, PAYMENT.slice(1, 2)),
  hostile: () => render(`payment-${HOSTILE}` as Stream, hostile),
  long: () => render('payment-pay_1' as Stream, long),
  report: () => reportPage(report),
  altered: () => reportPage(audit(machines)([`${EXAMPLES.Altered.join('\n')}\n`])),
  fine: () => reportPage(audit(machines)([`${lines.join('\n')}\n`])),
}

/** What the page shows now. */
const said = (page: Page): Promise<string> => page.locator('.controls output').innerText()
const shown = async (page: Page, selector: string): Promise<readonly string[]> =>
  page.locator(`${selector}:visible`).allInnerTexts()
const marked = (page: Page, kind: string): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.${kind}[data-state], .edge.${kind}')].map(({ dataset }) => (dataset.state ?? dataset.edge).replaceAll('sepa-payment@1.', ''))`,
  )

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
      for (const [name, html] of Object.entries(PAGES))
        await writeFile(join(folder, `${name}.html`), html())
    }, 300_000)
    afterAll(async () => {
      await browser?.close()
      await rm(folder, { recursive: true, force: true })
    })
    const open = (name: keyof typeof PAGES, looking: Looking = {}) =>
      look(shared, join(folder, `${name}.html`), looking)

    test('show the last step first, and step by buttons', async () => {
      const { page } = await open('payment')
      expect(await said(page)).toBe(
        'Step 4 of 4: payment_refund_pending. Status: partially_refunded.',
      )
      await page.getByRole('button', { name: 'First step' }).click()
      expect(await said(page)).toBe('Step 0 of 4: No events yet. Status: unassigned.')
      expect(await page.getByRole('button', { name: 'Previous step' }).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Next step' }).click()
      await page.getByRole('button', { name: 'Next step' }).click()
      expect(await said(page)).toBe('Step 2 of 4: payment_captured. Status: captured.')
      await page.getByRole('button', { name: 'Last step' }).click()
      expect(await page.getByRole('button', { name: 'Next step' }).isDisabled()).toBe(true)
    })

    test('step by the arrow keys, by the slider and by the timeline, and show the step in the address', async () => {
      const { page } = await open('payment')
      await page.keyboard.press('ArrowLeft')
      expect(page.url()).toMatch(/#step-3$/)
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowRight')
      expect(await said(page)).toMatch(/^Step 1 of 4/)
      await page.keyboard.press('End')
      expect(await said(page)).toMatch(/^Step 4 of 4/)
      await page.locator('.timeline a').nth(2).click()
      expect(await said(page)).toMatch(/^Step 2 of 4/)
      await page.getByRole('slider').focus()
      await page.keyboard.press('ArrowRight')
      expect(await said(page)).toMatch(/^Step 3 of 4/)
      expect(await page.locator('[aria-current=step] b').innerText()).toBe('payment_refunded')
    })

    test('open at the step that the address names, whatever it names', async () => {
      for (const [hash, step] of [
        ['#step-2', 2],
        ['#step-99', 4],
        ['#step-x', 4],
        ['#elsewhere', 4],
      ] as const) {
        const { page } = await open('payment', { hash })
        expect(await said(page)).toContain(`Step ${step} of 4`)
        expect(await page.evaluate('scrollY')).toBe(0)
      }
    })

    test('mark in the picture the position of the stream at each step, and the path to it', async () => {
      const { page } = await open('payment', { hash: '#step-1' })
      expect(await marked(page, 'current')).toEqual(['uncaptured.pending'])
      await page.keyboard.press('ArrowRight')
      expect(await marked(page, 'current')).toEqual([
        'captured.refund.none',
        'captured.dispute.none',
      ])
      expect(await marked(page, 'taken')).toEqual([
        'uncaptured.none uncaptured.pending',
        'uncaptured.pending captured',
      ])
      await page.keyboard.press('ArrowRight')
      expect(await marked(page, 'current')).toEqual([
        'captured.refund.some',
        'captured.dispute.none',
      ])
    })

    test('show at each step the event, the changes, and what was true then', async () => {
      const { page } = await open('payment', { hash: '#step-2' })
      expect(await shown(page, '.step h2')).toEqual(['payment_captured captured'])
      expect(await shown(page, '[data-group=finding] li')).toEqual([])
      expect(await shown(page, '[data-group=finding] .empty')).toEqual(['No findings.'])
      expect(await shown(page, '[data-group=sum] li')).toContain('Captured 10.00 EUR')
      expect((await shown(page, '[data-group=window] li')).join()).toContain(
        'open until 2026-04-29T22:00:00Z',
      )
      await page.keyboard.press('ArrowRight')
      expect((await shown(page, '[data-group=finding] li')).join()).toContain('withinRefundWindow')
      expect(await shown(page, '[data-group=finding] .empty')).toEqual([])
      expect((await shown(page, '.step dl')).join()).toContain('refunds.act_1.refunded')
      expect(await shown(page, '.timeline .chip')).toEqual([
        'withinRefundWindow',
        'late',
        'withinRefundWindow',
      ])
    })

    test('say so if there are no entries, or no machine handles the stream', async () => {
      const { page } = await open('empty')
      expect(await said(page)).toBe('Step 0 of 0: No events yet. Status: none.')
      const { page: nobody } = await open('nobody')
      expect(await nobody.locator('main').innerText()).toContain(
        'No machine handles this stream yet',
      )
    })

    test('handle a thousand entries', async () => {
      const { page, complaints } = await open('long')
      expect(await said(page)).toContain('Step 1000 of 1000')
      await page.getByRole('slider').focus()
      await page.keyboard.press('Home')
      for (let count = 0; count < 20; count += 1) await page.keyboard.press('ArrowRight')
      expect(await said(page)).toContain('Step 20 of 1000')
      await page.evaluate(`location.hash = '#step-500'`)
      await page.waitForFunction(
        `document.querySelector('output').textContent.startsWith('Step 500 ')`,
      )
      const [view, item] = [
        await page.locator('.timeline').boundingBox(),
        await page.locator('[aria-current]').boundingBox(),
      ]
      expect(item?.y).toBeGreaterThanOrEqual((view?.y ?? 0) - 1)
      expect((item?.y ?? 0) + (item?.height ?? 0)).toBeLessThanOrEqual(
        (view?.y ?? 0) + (view?.height ?? 0) + 1,
      )
      expect(complaints).toEqual([])
    })

    test('show every text as text, whoever wrote it', async () => {
      const { page, complaints, requests } = await open('hostile')
      expect(await page.locator('.timeline').innerText()).toContain(visible(HOSTILE))
      await page.keyboard.press('Home')
      expect(await page.locator('h1').innerText()).toBe(`payment-${visible(HOSTILE)}`)
      expect(await page.locator('img').count()).toBe(0)
      await page.keyboard.press('ArrowRight')
      expect((await shown(page, '.step dl')).join()).toContain(visible(HOSTILE))
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

    const WAYS: readonly (readonly [string, Looking])[] = [
      ['wide and light', {}],
      ['wide and dark', { scheme: 'dark' }],
      ['on a phone', { width: 390 }],
    ]
    test.each(
      WAYS.flatMap(([words, looking]) =>
        (['payment', 'empty', 'report', 'altered', 'fine'] as const).map(
          (name) => [name, words, looking] as const,
        ),
      ),
    )('are accessible: %s, %s', async (name, _, looking) => {
      const { page } = await open(name, looking)
      expect(await barriersIn(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    })

    test('print every step', async () => {
      const { page } = await open('payment')
      await page.emulateMedia({ media: 'print' })
      expect(await shown(page, '.step h2')).toHaveLength(5)
      expect(await page.locator('.controls').isVisible()).toBe(false)
    })

    test('show everything if no script may run', async () => {
      const page = await browser.newPage({ javaScriptEnabled: false })
      await page.goto(`file://${join(folder, 'payment.html')}`)
      expect(await shown(page, '.step h2')).toHaveLength(5)
      expect((await shown(page, '[data-group=finding] li')).join()).toContain('since step 4')
      await page.close()
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
