/** The layout of the chart, printed by `npm run layout`. */
import type { ChartLayout } from '../../src/contract/chart-layout.ts'

/** Where its states, lines and words are. */
export const layout: ChartLayout = {
  fingerprint: '11c12103bf38524cb6a85936c3ba06e4e8952f836d657708e02e27c22ea30585',
  width: 919,
  height: 528,
  boxes: {
    authentication: [12, 12, 747, 504],
    'authentication begin': [93, 46, 8, 8],
    'authentication.none': [45.5, 74, 103, 32],
    'authentication.approved': [225, 416, 86, 32],
    'authentication.attempted': [420, 416, 94, 32],
    'authentication.unavailable': [638, 416, 105, 32],
    'authentication.declined': [534, 416, 84, 32],
    'authentication.rejected': [28, 416, 81, 32],
    'authentication.challenge_abandoned': [313.5, 468, 169, 32],
    'authentication.expired': [129, 416, 76, 32],
    'authentication shared': [108.5, 191, 285, 160],
    'authentication.pending': [232.5, 203, 76, 32],
    'authentication.processing': [120.5, 255, 140, 32],
    'authentication.challenged': [281.5, 307, 100, 32],
    completion: [779, 12, 128, 162],
    'completion begin': [839, 46, 8, 8],
    'completion.open': [814.5, 74, 57, 32],
    'completion.completed': [795, 126, 96, 32],
  },
  lines: {
    'authentication.none authentication.pending session_created':
      '92.5 106 92.5 166 270.5 166 270.5 203',
    'authentication.none authentication.processing channel_data_submitted':
      '83 106 83 176 167 176 167 255',
    'authentication.none authentication.challenged session_challenged':
      '102 106 102 156 356.5 156 356.5 307',
    'authentication.none authentication.approved session_approved':
      '73.5 106 73.5 116 77 116 77 366 253.5 366 253.5 416',
    'authentication.none authentication.attempted session_attempted':
      '120.5 106 120.5 136 482.5 136 482.5 416',
    'authentication.none authentication.unavailable session_unavailable':
      '139.5 106 139.5 116 708 116 708 416',
    'authentication.none authentication.declined session_declined':
      '130 106 130 126 590 126 590 416',
    'authentication.none authentication.rejected session_rejected': '55 106 55 416',
    'authentication.none authentication.challenge_abandoned challenge_abandoned':
      '111 106 111 146 409 146 409 458 440.5 458 440.5 468',
    'authentication.none authentication.expired session_expired':
      '64.5 106 64.5 116 66 116 66 386 148 386 148 416',
    'authentication.pending authentication.processing channel_data_submitted':
      '251.5 235 251.5 245 213.5 245 213.5 255',
    'authentication.pending authentication.challenged session_challenged':
      '289.5 235 289.5 245 331.5 245 331.5 307',
    'authentication shared authentication.approved session_approved':
      '280.5 351 280.5 366 282.5 366 282.5 416',
    'authentication shared authentication.attempted session_attempted':
      '351.5 351 351.5 386 451.5 386 451.5 416',
    'authentication shared authentication.unavailable session_unavailable':
      '371.5 351 371.5 366 673 366 673 416',
    'authentication shared authentication.declined session_declined':
      '361.5 351 361.5 376 562 376 562 416',
    'authentication shared authentication.rejected session_rejected':
      '157 351 157 376 82 376 82 416',
    'authentication shared authentication.challenge_abandoned challenge_abandoned':
      '341.5 351 341.5 396 398 396 398 468',
    'authentication.pending authentication.expired session_expired':
      '270.5 235 270.5 376 186 376 186 416',
    'authentication.processing authentication.challenged session_challenged':
      '213.5 287 213.5 297 306.5 297 306.5 307',
    'authentication.processing authentication.expired session_expired': '167 287 167 416',
    'authentication.challenged authentication.challenge_abandoned session_expired':
      '331.5 339 331.5 406 387 406 387 458 356 458 356 468',
    'completion.open completion.completed session_completed': '843 106 843 126',
    'authentication begin': '97 54 97 74',
    'completion begin': '843 54 843 74',
  },
  rooms: {
    'authentication.challenged authentication.challenge_abandoned session_expired': [
      331, 424.5, 54, 15,
    ],
  },
}
