/** A complete example of every response about a session: each field, and its other spellings. */
import { answersTo, linksTo, type ResponseExample } from './example.ts'

const ofSession = { session_id: 'sid_rivers4harbour' }

const session = {
  id: 'sid_rivers4harbour',
  transaction_id: '1f7a52c4-0d3e-4b6f-9c88-5e2ab7d09f31',
  amount: 2599,
  currency: 'USD',
  authentication_type: 'regular',
  authentication_category: 'payment',
  transaction_type: 'goods_service',
  protocol_version: '2.2.0',
  reference: 'ORDER-7001',
}

const shown = (status: string, next: readonly string[], channel: string, type: string) => ({
  ...{ status, completed: status === 'approved', approved: status === 'approved' },
  ...{ next_actions: next, channel, completion: { type }, channel_data: { channel } },
})

const SESSION_SELF = 'https://3ds.provider.example/sessions/sid_rivers4harbour'

const answer = answersTo({
  getSession: ofSession,
  submitChannelData: ofSession,
  completeSession: ofSession,
})

/** The responses about sessions. */
export const SESSION_RESPONSES: readonly ResponseExample[] = [
  answer('createSession', 202, 'a non-hosted session', {
    ...session,
    ...shown('pending', ['collect_channel_data', 'issuer_fingerprint'], 'browser', 'non_hosted'),
    _links: linksTo({
      self: SESSION_SELF,
      issuer_fingerprint: 'https://acs.issuer.example/method',
      collect_channel_data: `${SESSION_SELF}/channel-data`,
      complete: `${SESSION_SELF}/complete`,
      callback_url: 'https://shop.example/3ds/callback',
    }),
  }),
  answer('createSession', 201, 'a non-hosted session with other names for its links', {
    ...session,
    ...shown('challenged', ['challenge_cardholder'], 'app', 'non-hosted'),
    _links: linksTo({
      self: SESSION_SELF,
      fingerprint: 'https://acs.issuer.example/fingerprint',
      three_ds_method_url: 'https://acs.issuer.example/3ds-method',
    }),
  }),
  answer('createSession', 202, 'a hosted session', {
    ...session,
    ...shown('pending', ['redirect_cardholder'], 'browser', 'hosted'),
    _links: linksTo({
      self: SESSION_SELF,
      redirect: 'https://3ds.provider.example/pages/rivers4harbour',
      redirect_url: 'https://3ds.provider.example/page/rivers4harbour',
      success_url: 'https://shop.example/3ds/success',
      failure_url: 'https://shop.example/3ds/failure',
    }),
  }),
  answer('getSession', 200, 'the details of a session', {
    ...session,
    ...shown('approved', ['complete'], 'browser', 'hosted'),
    _links: linksTo({ self: SESSION_SELF, complete: `${SESSION_SELF}/complete` }),
  }),
  answer('getSession', 200, 'the few fields that a public key is shown of a session', {
    id: 'sid_rivers4harbour',
    next_actions: [
      'collect_channel_data',
      'issuer_fingerprint',
      'challenge_cardholder',
      'complete',
    ],
    status: 'pending',
  }),
  answer('submitChannelData', 200, 'a session with its channel data, challenged', {
    id: 'sid_rivers4harbour',
    next_actions: ['challenge_cardholder'],
    status: 'processing',
  }),
  answer('submitChannelData', 200, 'a session with its channel data, without a challenge', {
    id: 'sid_rivers4harbour',
    next_actions: ['complete'],
    status: 'approved',
  }),
  answer('completeSession', 204, 'a completed session', undefined),
]
