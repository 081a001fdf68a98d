/** A complete example of every body of the interface. */
import type { ResponseExample } from './example.ts'
import { FILE_RESPONSES } from './file-examples.ts'
import { PAYMENT_RESPONSES } from './payment-examples.ts'
import { SESSION_RESPONSES } from './session-examples.ts'

export { REQUESTS } from './request-examples.ts'

/** Every form of every response body. */
export const RESPONSES: readonly ResponseExample[] = [
  ...FILE_RESPONSES,
  ...SESSION_RESPONSES,
  ...PAYMENT_RESPONSES,
]
