/**
 * What tests of your own backend can use: the flows of the provider's sandbox, message by message, and
 * random histories with random deliveries of them. Needs fast-check; any runner will do.
 */
export { deliveriesOf } from './deliveries.ts'
export type { Delivery } from './messages.ts'
export { paymentStories } from './payment-stories.ts'
export { type End, type Played, play, type Scenario } from './scenario.ts'
export { sepaSandbox } from './sepa-sandbox.ts'
export { sessionStories } from './session-stories.ts'
export { defaultSetting, type Setting } from './setting.ts'
export type { Fact, PaymentStory, SessionStory } from './story.ts'
export { ticketSandbox } from './ticket-sandbox.ts'
