/** What a person calls the informational events. */

/** The words of each. */
export const observedWords = {
  state_observed: 'looked up',
  action_observed: 'other action seen',
  request_refused: 'request refused',
  unrecognised: 'other message seen',
  question_answered: 'question answered',
  reviewed: 'stated by a person',
  request_sent: 'request sent',
  request_failed: 'request failed',
  command_given_up: 'command given up',
  actions_listed: 'actions listed',
}
