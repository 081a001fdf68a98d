/** The shop, run as a process against a stand-in for the provider, and killed in the middle. */
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { isRight } from 'payfold'
import { readStored } from 'payfold/provider'
import { storageLaws } from 'payfold/testing'
import { describe, expect, test } from 'vitest'
import { store } from '../src/store.ts'
import { story } from './story.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

test('a day of the shop', async () => {
  const { lines, calls } = await story(folder)
  expect(lines).toMatchInlineSnapshot(`
    [
      "source 201",
      "payment 202 accepted pay_1",
      "refund-0 100 409 refused",
      "webhook 200",
      "forged 401",
      "unreadable 200",
      "refund-1 2000 202 inDoubt",
      "refund-1 2000 202 inDoubt",
      "refund-2 3001 422 refused",
      "30.01 EUR is 0.01 EUR more than the 30.00 EUR available.",
      "refund-3 3000 202 accepted",
      "refund-3 3000 202 accepted",
      "refund-3 3000 422 keyUsed",
      "view captured {"currency":"EUR","amount":5000,"captured":5000,"refunded":0,"refunding":5000,"chargedBack":0,"net":0,"refundable":0}",
    ]
  `)
  expect(calls).toMatchInlineSnapshot(`
    [
      "POST /sources -",
      "POST /payments order-1",
      "POST /payments/pay_1/refunds refund-1",
      "POST /payments/pay_1/refunds refund-3",
    ]
  `)
})

describe('its store', () => {
  const open = async () => {
    const db = await PGlite.create()
    return { store: await store(db), again: () => store(db) }
  }
  for (const { name, check } of storageLaws(open)) test(name, check)

  test('has a message once, however often it comes: as it was first read', async () => {
    const db = await PGlite.create()
    const { save } = await store(db)
    const kept: unknown[] = []
    for (const [second, unread] of ['no key', null, null].entries()) {
      const receivedAt = `2026-06-01T10:00:0${second}Z`
      const stored = readStored({ kind: 'webhook', isVerified: true, body: '{}', receivedAt })
      const message = isRight(stored) ? { ...stored.right, unread } : null
      expect(await save({ rows: [], message, streams: [] })).toBe(true)
      kept.push((await db.query('select received_at, unread from messages')).rows)
    }
    const read = [{ received_at: '2026-06-01T10:00:01Z', unread: null }]
    expect(kept).toEqual([[{ received_at: '2026-06-01T10:00:00Z', unread: 'no key' }], read, read])
  })
})
