/** What a page does that is looked at: none of it fails a test that has ended. */
import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { look } from './browser.ts'

test('a dialog whose page is closed before it is dismissed is a complaint, and no rejection', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown): unknown => unheard.push(error)
  process.on('unhandledRejection', hear)
  const nothing = async (): Promise<void> => {}
  const page = Object.assign(new EventEmitter(), {
    setViewportSize: nothing,
    emulateMedia: nothing,
    setDefaultTimeout: nothing,
    setDefaultNavigationTimeout: nothing,
    goto: nothing,
  })
  const { complaints } = await look(page as unknown as Page, '/page.html')
  const dismiss = (): Promise<never> => Promise.reject(new Error('The page has been closed.'))
  page.emit('dialog', { message: () => 'boo', dismiss })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', hear)
  expect([complaints, unheard]).toEqual([['dialog boo'], []])
})
