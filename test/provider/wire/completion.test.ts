/** The end of a session, before it is requested: a callback to us, or a redirect to our pages. */
import { describe, expect, test } from 'vitest'
import { bodyOf, changed, SENDABLE, wrongWith } from './sendable.ts'

const CARD = bodyOf('a non-hosted session with a card')

const asked = (path: string, value: unknown): readonly string[] =>
  wrongWith('createSession', changed(CARD, path, value))

describe('the end of a session', () => {
  const ended = (completion: object): readonly string[] => asked('completion', completion)
  const page = 'https://shop.example/end'

  test.each(['non_hosted', 'non-hosted'])('that is %s is a callback to us', (type) => {
    expect(ended({ type, callback_url: page })).toEqual(SENDABLE)
    expect(ended({ type })).toEqual(['completion.callback_url: a URL, not nothing'])
    expect(ended({ type, success_url: page, failure_url: page })).toEqual([
      'completion.callback_url: a URL, not nothing',
    ])
  })

  test('that is hosted is one of two pages, and a callback only if we want one', () => {
    const type = 'hosted'
    expect(ended({ type, success_url: page, failure_url: page })).toEqual(SENDABLE)
    expect(ended({ type, success_url: page })).toEqual([
      'completion.failure_url: a URL, not nothing',
    ])
    expect(ended({ type, failure_url: page })).toEqual([
      'completion.success_url: a URL, not nothing',
    ])
    expect(ended({ type, callback_url: page })).toEqual([
      'completion.success_url: a URL, not nothing',
      'completion.failure_url: a URL, not nothing',
    ])
    expect(ended({ type, success_url: page, failure_url: page, callback_url: '' })).toEqual([
      'completion.callback_url: a URL, not an empty text',
    ])
  })

  test('ignores a page that it does not need', () => {
    expect(ended({ type: 'non_hosted', callback_url: page, success_url: 7 })).toEqual(SENDABLE)
  })

  test.each(['Hosted', 'nonhosted', 'non hosted', 'toString'])('is not %j', (type) => {
    expect(ended({ type, callback_url: page, success_url: page, failure_url: page })).toEqual([
      'completion.type: non_hosted or non-hosted or hosted, not a text',
    ])
  })

  test.each([
    'https://shop.example',
    'http://localhost:5000/end?order=7#top',
    'HTTPS://SHOP.EXAMPLE/',
    'https://x',
  ])('may be at %j', (url) => {
    expect(asked('completion.callback_url', url)).toEqual(SENDABLE)
  })

  test.each([
    'https://',
    'https:///end',
    'https://shop.example/the end',
    ' https://shop.example',
    'https://shop.example\n',
    'shop.example',
    '//shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'see https://shop.example',
  ])('may not be at %j', (url) => {
    expect(asked('completion.callback_url', url)).toEqual([
      'completion.callback_url: a URL, not a text',
    ])
  })
})
