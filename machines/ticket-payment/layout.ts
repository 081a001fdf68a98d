/** The layout of the chart, printed by `npm run layout`. */
import type { ChartLayout } from '../../src/contract/chart-layout.ts'

/** Where its states, lines and words are. */
export const layout: ChartLayout = {
  fingerprint: 'ca3a5ecb8ebfdbc34226e5e6832426dcd909c28be41628b02b9d4705af541235',
  width: 529,
  height: 824,
  boxes: {
    begin: [436.5, 12, 8, 8],
    uncaptured: [167, 44, 321.5, 325],
    'uncaptured begin': [406.5, 78, 8, 8],
    'uncaptured.none': [359, 106, 103, 32],
    'uncaptured.expired': [194, 321, 76, 32],
    'uncaptured.declined': [388.5, 321, 84, 32],
    'uncaptured shared': [258, 193, 176.5, 108],
    'uncaptured.pending': [270, 205, 116, 32],
    'uncaptured.capture_pending': [280.5, 257, 142, 32],
    captured: [12, 508, 504.5, 304],
    'captured begin': [206.5, 542, 8, 8],
    'captured.none': [155, 570, 111, 32],
    'captured.some': [112.5, 667, 129, 32],
    'captured.all': [309, 764, 121, 32],
  },
  lines: {
    'uncaptured captured refund_requested payment_refund_pending payment_refunded payment_refund_declined payment_chargeback chargeback_reversed':
      '260 369 260 410 190 410 190 457 48 457 48 508',
    'uncaptured captured.some payment_refunded': '270 369 270 467 58 467 58 657 145 657 145 667',
    'uncaptured captured.all payment_refunded':
      '440.5 369 440.5 390 499.5 390 499.5 744 410 744 410 764',
    'uncaptured.none uncaptured.pending payment_pending': '410.5 138 410.5 168 328 168 328 205',
    'uncaptured.none uncaptured.capture_pending payment_capture_pending':
      '427.5 138 427.5 178 396 178 396 247 375.5 247 375.5 257',
    'uncaptured.none uncaptured.declined payment_declined': '444.5 138 444.5 321',
    'uncaptured.none uncaptured.expired payment_expired': '393 138 393 158 219.5 158 219.5 321',
    'uncaptured.none captured payment_captured': '376 138 376 148 183 148 183 390 28 390 28 508',
    'uncaptured.pending uncaptured.capture_pending payment_capture_pending': '328 237 328 257',
    'uncaptured shared uncaptured.declined payment_declined': '290 301 290 311 416.5 311 416.5 321',
    'uncaptured shared uncaptured.expired payment_expired': '270 301 270 311 244.5 311 244.5 321',
    'uncaptured shared captured payment_captured': '280 301 280 390 285 390 285 477 68 477 68 508',
    'uncaptured.expired captured payment_captured': '232 353 232 400 43 400 43 400 38 400 38 508',
    'uncaptured.declined captured payment_captured':
      '430.5 353 430.5 390 300 390 300 487 78 487 78 508',
    'captured.some captured.none payment_refunded payment_refund_declined':
      '209.5 667 209.5 657 199 657 199 602',
    'captured.all captured.none payment_refunded payment_refund_declined':
      '369.5 764 369.5 622 221.5 622 221.5 602',
    'captured.none captured.some payment_refunded payment_refund_declined': '177 602 177 667',
    'captured.all captured.some payment_refunded payment_refund_declined':
      '349.5 764 349.5 744 198.5 744 198.5 699',
    'captured.none captured.all payment_refunded payment_refund_declined':
      '243.5 602 243.5 612 380.5 612 380.5 744 389.5 744 389.5 764',
    'captured.some captured.all payment_refunded payment_refund_declined':
      '155.5 699 155.5 754 329 754 329 764',
    begin: '440.5 20 440.5 44',
    'captured begin': '210.5 550 210.5 570',
    'uncaptured begin': '410.5 86 410.5 106',
  },
  rooms: {
    'uncaptured captured refund_requested payment_refund_pending payment_refunded payment_refund_declined payment_chargeback chargeback_reversed':
      [58, 426, 128, 15],
    'uncaptured captured.some payment_refunded': [205, 426, 61, 15],
    'uncaptured captured.all payment_refunded': [434.5, 406, 61, 15],
    'captured.some captured.none payment_refunded payment_refund_declined': [202, 632, 106, 15],
    'captured.all captured.none payment_refunded payment_refund_declined': [261.5, 675.5, 106, 15],
    'captured.none captured.some payment_refunded payment_refund_declined': [69, 632, 106, 15],
    'captured.all captured.some payment_refunded payment_refund_declined': [201.5, 719, 106, 15],
    'captured.none captured.all payment_refunded payment_refund_declined': [383.5, 675.5, 106, 15],
    'captured.some captured.all payment_refunded payment_refund_declined': [47.5, 719, 106, 15],
  },
}
