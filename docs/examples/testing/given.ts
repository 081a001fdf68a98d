import { ticketPayment } from 'payfold/machines'
import { given, outcome, reported, when } from 'payfold/testing'

const pay = { paymentId: 'pay_1' }
const pending = reported('payment_pending', { ...pay, amount: 1000, currency: 'ARS' })
const captured = reported('payment_captured', { ...pay, amount: 1000 })
const refund = reported('refund_requested', { ...pay, amount: 1001 }, { source: 'request' })

console.log(JSON.stringify(outcome(when(given(ticketPayment, pending), captured))))
console.log(JSON.stringify(outcome(when(given(ticketPayment, pending, captured), refund))))
