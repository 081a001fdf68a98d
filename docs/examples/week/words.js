// @ts-check
/** Formats values for people: counts, times, sums, requests. */
import { money } from 'payfold'
import { endpoints } from 'payfold/provider'

/** @param {number} count @param {string} noun */
export const counted = (count, noun) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * A time to the minute, in UTC: `Jun 4 09:12`, or `May 1 2025` if its year is not the given year.
 *
 * @param {string} at
 * @param {string} year
 */
export const moment = (at, year) => {
  const month = MONTHS[Number(at.slice(5, 7)) - 1] ?? ''
  const day = String(Number(at.slice(8, 10))).padStart(2)
  return `${month} ${day} ${at.startsWith(year) ? at.slice(11, 16) : ` ${at.slice(0, 4)}`}`
}

/** @param {import('payfold/machines').PaymentSums} sums */
const sums = ({ currency, amount, captured, refunded, refunding, chargedBack }) => {
  const whole = amount ?? captured
  /** @param {string} what @param {number | null} part */
  const share = (what, part) => {
    if (part === null || part === 0) return []
    return part === captured ? [`all ${what}`] : [`${what} ${digits(part)}`]
  }
  /** @param {number} minor */
  const digits = (minor) => money(minor, currency).replace(/ [A-Z]{3}$/, '')
  return [
    whole === null ? 'amount unknown' : money(whole, currency),
    ...(captured === null || captured === 0 || captured === whole
      ? []
      : [`captured ${digits(captured)}`]),
    ...share('refunded', refunded),
    ...share('refunding', refunding),
    ...share('charged back', chargedBack),
  ].join(', ')
}

const MAY_AUTHORIZE = {
  yes: 'authorize',
  choice: 'authorize at own risk',
  no: 'do not authorize',
  ask: 'ask first',
}

/** @param {import('./view.js').View | null} view */
export const viewText = (view) => {
  if (view === null) return ''
  if ('currency' in view) return sums(view)
  if ('payments' in view)
    return `${view.mandateType ?? 'unknown type'}, ${counted(view.payments, 'payment')}`
  const next = view.nextActions.length === 0 ? '' : `, next ${view.nextActions.join(', ')}`
  return MAY_AUTHORIZE[view.mayAuthorize] + next
}

/**
 * A request as it is sent: `GET /payments/pay_…/actions`.
 *
 * @param {import('./report.js').StreamReport['questions'][number]['request']} request
 */
export const requestText = (request) => {
  if (request === null) return 'no request can settle it'
  const { method, path } = endpoints[request.endpoint]
  return `${method} ${path.replace(/\{(\w+)\}/g, (_, name) => request.params[name] ?? name)}`
}
