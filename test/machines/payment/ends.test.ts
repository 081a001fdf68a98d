/** When a look-up of a payment implies that it ended: not where any message shows a capture. */
import { sepaPayment } from '../../../machines/index.ts'
import { fold } from '../../../src/fold/fold.ts'
import { eventIn, scenes } from '../scenes.ts'

/** The ends of a payment that are known or implied. */
const ends = (...lines: readonly string[]): string =>
  fold(sepaPayment)(lines.map((line) => eventIn(sepaPayment, line)))
    .occurrences.map(({ type }) => type)
    .filter((type) => /^payment_(declined|canceled)$/.test(type))
    .join(' ')

scenes(
  sepaPayment,
  `
a look-up implies an end if nothing shows a capture
  ? 03-06 look status=canceled => payment_canceled
  03-06 look status=declined
  ? 03-07 look status=pending => payment_declined
  ? 03-05 list => payment_declined
  ? 03-05 list act_c Capture 1000 failed => payment_declined
  ? 03-05 list act_c Capture 1000 open => payment_declined
  ? 03-05 list act_c Authorization 1000 => payment_declined

a look-up implies no end where a message, another look-up or a row of a list shows a capture
  03-06 look status=canceled
  ? ~03-05 payment_captured act_c 1000 =>
  ? 03-05 look status=captured =>
  ? 03-05 look status=partially_refunded =>
  ? 03-05 list act_c Capture 1000 =>
  ? 03-05 list act_a Authorization 1000, act_c capture 1000 =>

a look-up implies no end where a later message shows a capture
  03-04 look status=declined
  ? ~03-05 payment_captured act_c 1000 =>
  ? 03-05 look status=captured =>
  ? 03-05 look status=partially_refunded =>
  ? 03-05 list act_c Capture 1000 =>
  ? 03-05 list act_a Authorization 1000, act_c capture 1000 =>

a look-up implies no other end than was reported
  ~03-05 payment_declined
  ? 03-06 look status=canceled => payment_declined
  ? 03-06 look status=declined => payment_declined
`,
  ['03-02 payment_pending 1000'],
  ends,
)
