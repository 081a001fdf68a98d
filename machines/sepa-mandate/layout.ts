/** The layout of the chart, printed by `npm run layout`. */
import type { ChartLayout } from '../../src/contract/chart-layout.ts'

/** Where its states, lines and words are. */
export const layout: ChartLayout = {
  fingerprint: '889d89615b08a488b03d8abb23adc9b500ce87394feb551c00b6fc04e205ebdc',
  width: 534,
  height: 617,
  boxes: {
    begin: [341, 12, 8, 8],
    none: [293.5, 44, 103, 32],
    reserved: [416, 386, 68, 32],
    consumed: [197.5, 489, 78, 32],
    cancelled: [218.5, 573, 92, 32],
    shared: [58, 152, 321.5, 163],
    active: [299.5, 271, 68, 32],
    expired: [173.5, 164, 76, 32],
  },
  lines: {
    'none active mandate_created': '319.5 76 319.5 92 70 92 70 261 311 261 311 271',
    'none active collection_presented collection_ended collection_captured': '345 76 345 271',
    'none cancelled mandate_cancelled': '371 76 371 121 521.5 121 521.5 557 292 557 292 573',
    'shared reserved collection_presented': '299.5 315 299.5 331 438.5 331 438.5 386',
    'shared consumed collection_captured': '279.5 315 279.5 331 223.5 331 223.5 489',
    'shared cancelled mandate_cancelled': '289.5 315 289.5 537 255 537 255 573',
    'active expired time_passed': '333.5 271 333.5 241 224 241 224 196',
    'reserved active collection_ended':
      '461.5 386 461.5 331 506.5 331 506.5 131 356.5 131 356.5 271',
    'reserved consumed collection_captured': '438.5 418 438.5 473 249.5 473 249.5 489',
    'reserved cancelled mandate_cancelled':
      '461.5 418 461.5 434 453.5 434 453.5 547 273.5 547 273.5 573',
    'consumed cancelled mandate_cancelled': '236.5 521 236.5 573',
    'expired active collection_presented':
      '198.5 196 198.5 206 213 206 213 251 322.5 251 322.5 271',
    begin: '345 20 345 44',
  },
  rooms: {
    'none active mandate_created': [12, 108, 54, 15],
    'none active collection_presented collection_ended collection_captured': [211, 108, 130, 15],
    'shared reserved collection_presented': [304.5, 347, 130, 15],
    'shared consumed collection_captured': [153.5, 347, 66, 15],
    'active expired time_passed': [227, 216, 108, 15],
    'reserved active collection_ended': [399.5, 300, 103, 15],
    'reserved consumed collection_captured': [368.5, 442, 66, 15],
    'expired active collection_presented': [81, 216, 130, 15],
  },
}
