/** The layout of the chart, printed by `npm run layout`. */
import type { ChartLayout } from '../../src/contract/chart-layout.ts'

/** Where its states, lines and words are. */
export const layout: ChartLayout = {
  fingerprint: '51c413cd223c1b0b898c44cdeb79caba9c00b7c445524b9e2515a982b43f1eaa',
  width: 1134,
  height: 883,
  boxes: {
    begin: [212.5, 12, 8, 8],
    uncaptured: [200.5, 44, 276, 309],
    'uncaptured begin': [370, 78, 8, 8],
    'uncaptured.none': [322.5, 106, 103, 32],
    'uncaptured.pending': [316.5, 168, 94, 32],
    'uncaptured.ended': [238.5, 235, 222, 102],
    'uncaptured.ended.declined': [254.5, 289, 84, 32],
    'uncaptured.ended.canceled': [358.5, 289, 86, 32],
    captured: [12, 502, 1110, 369],
    'captured.refund': [28, 541, 485, 314],
    'captured.refund begin': [181.5, 575, 8, 8],
    'captured.refund.none': [130, 603, 111, 32],
    'captured.refund.some': [228, 710, 129, 32],
    'captured.refund.all': [253.5, 807, 121, 32],
    'captured.dispute': [533, 541, 573, 314],
    'captured.dispute begin': [718, 575, 8, 8],
    'captured.dispute.none': [650.5, 603, 143, 32],
    'captured.dispute.part': [766, 710, 162, 32],
    'captured.dispute.all': [797, 807, 154, 32],
  },
  lines: {
    'uncaptured captured refund_requested payment_refund_pending payment_refunded payment_refund_declined payment_chargeback chargeback_reversed':
      '264.5 353 264.5 414 401.5 414 401.5 502',
    'uncaptured captured.refund.some payment_refunded':
      '274.5 353 274.5 404 481.5 404 481.5 451 411.5 451 411.5 700 325 700 325 710',
    'uncaptured captured.refund.all payment_refunded':
      '284.5 353 284.5 394 561.5 394 561.5 441 496 441 496 797 354.5 797 354.5 807',
    'uncaptured captured.dispute.part payment_chargeback':
      '294.5 353 294.5 384 671.5 384 671.5 431 988 431 988 700 887.5 700 887.5 710',
    'uncaptured captured.dispute.all payment_chargeback':
      '304.5 353 304.5 374 781.5 374 781.5 421 1089 421 1089 797 925.5 797 925.5 807',
    'uncaptured.none uncaptured.pending payment_pending': '363.5 138 363.5 168',
    'uncaptured.none uncaptured.ended.declined payment_declined':
      '384.5 138 384.5 158 420.5 158 420.5 210 397 210 397 279 310.5 279 310.5 289',
    'uncaptured.none uncaptured.ended.canceled payment_canceled':
      '405 138 405 148 431.5 148 431.5 220 416 220 416 289',
    'uncaptured.none captured payment_captured':
      '343 138 343 148 216.5 148 216.5 481 371.5 481 371.5 502',
    'uncaptured.pending uncaptured.ended.declined payment_declined':
      '363.5 200 363.5 220 282.5 220 282.5 289',
    'uncaptured.pending uncaptured.ended.canceled payment_canceled': '387 200 387 289',
    'uncaptured.pending captured payment_captured':
      '340 200 340 210 227.5 210 227.5 374 231.5 374 231.5 471 381.5 471 381.5 502',
    'uncaptured.ended captured payment_captured': '254.5 337 254.5 461 391.5 461 391.5 502',
    'captured.refund.some captured.refund.none payment_refunded payment_refund_declined':
      '292.5 710 292.5 655 196.5 655 196.5 635',
    'captured.refund.all captured.refund.none payment_refunded payment_refund_declined':
      '273.5 807 273.5 797 152 797 152 635',
    'captured.refund.none captured.refund.some payment_refunded payment_refund_declined':
      '174 635 174 665 271 665 271 700 260.5 700 260.5 710',
    'captured.refund.all captured.refund.some payment_refunded payment_refund_declined':
      '314 807 314 742',
    'captured.refund.none captured.refund.all payment_refunded payment_refund_declined':
      '218.5 635 218.5 645 485 645 485 787 334 787 334 807',
    'captured.refund.some captured.refund.all payment_refunded payment_refund_declined':
      '271 742 271 787 294 787 294 807',
    'captured.dispute.part captured.dispute.none payment_chargeback chargeback_reversed':
      '847 710 847 655 736 655 736 635',
    'captured.dispute.all captured.dispute.none payment_chargeback chargeback_reversed':
      '822.5 807 822.5 797 679 797 679 635',
    'captured.dispute.none captured.dispute.part payment_chargeback chargeback_reversed':
      '707.5 635 707.5 665 820 665 820 700 806.5 700 806.5 710',
    'captured.dispute.all captured.dispute.part payment_chargeback chargeback_reversed':
      '874 807 874 742',
    'captured.dispute.none captured.dispute.all payment_chargeback chargeback_reversed':
      '765 635 765 645 1078 645 1078 787 899.5 787 899.5 807',
    'captured.dispute.part captured.dispute.all payment_chargeback chargeback_reversed':
      '820 742 820 787 848.5 787 848.5 807',
    begin: '216.5 20 216.5 44',
    'uncaptured begin': '374 86 374 106',
    'captured.refund begin': '185.5 583 185.5 603',
    'captured.dispute begin': '722 583 722 603',
  },
  rooms: {
    'uncaptured captured refund_requested payment_refund_pending payment_refunded payment_refund_declined payment_chargeback chargeback_reversed':
      [269.5, 430, 128, 15],
    'uncaptured captured.refund.some payment_refunded': [416.5, 420, 61, 15],
    'uncaptured captured.refund.all payment_refunded': [496.5, 410, 61, 15],
    'uncaptured captured.dispute.part payment_chargeback': [576.5, 400, 91, 15],
    'uncaptured captured.dispute.all payment_chargeback': [686.5, 390, 91, 15],
    'captured.refund.some captured.refund.none payment_refunded payment_refund_declined': [
      295.5, 675, 106, 15,
    ],
    'captured.refund.all captured.refund.none payment_refunded payment_refund_declined': [
      44, 718.5, 106, 15,
    ],
    'captured.refund.none captured.refund.some payment_refunded payment_refund_declined': [
      163, 675, 106, 15,
    ],
    'captured.refund.all captured.refund.some payment_refunded payment_refund_declined': [
      317, 762, 106, 15,
    ],
    'captured.refund.none captured.refund.all payment_refunded payment_refund_declined': [
      377, 718.5, 106, 15,
    ],
    'captured.refund.some captured.refund.all payment_refunded payment_refund_declined': [
      163, 762, 106, 15,
    ],
    'captured.dispute.part captured.dispute.none payment_chargeback chargeback_reversed': [
      850, 675, 128, 15,
    ],
    'captured.dispute.all captured.dispute.none payment_chargeback chargeback_reversed': [
      549, 718.5, 128, 15,
    ],
    'captured.dispute.none captured.dispute.part payment_chargeback chargeback_reversed': [
      690, 675, 128, 15,
    ],
    'captured.dispute.all captured.dispute.part payment_chargeback chargeback_reversed': [
      877, 762, 128, 15,
    ],
    'captured.dispute.none captured.dispute.all payment_chargeback chargeback_reversed': [
      948, 718.5, 128, 15,
    ],
    'captured.dispute.part captured.dispute.all payment_chargeback chargeback_reversed': [
      690, 762, 128, 15,
    ],
  },
}
