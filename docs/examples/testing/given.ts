import { ticketPayment } from 'payfold/machines'
import { given, outcome, told, when } from 'payfold/testing'

const pay = { paymentId: 'pay_1' }
const pending = told('payment_pending', { ...pay, amount: 1000, currency: 'ARS' })
const captured = told('payment_captured', { ...pay, amount: 1000 })
const refund = told('refund_requested', { ...pay, amount: 1001 }, { source: 'request' })

console.log(JSON.stringify(outcome(when(given(ticketPayment, pending), captured))))
console.log(JSON.stringify(outcome(when(given(ticketPayment, pending, captured), refund))))
