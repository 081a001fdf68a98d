/**
 * What the examples get for `vitest`: the same, but a group that cannot even be described is a test that
 * fails. Vitest would run none of its tests, and Stryker takes no failed test for a mutant alive.
 */
import { describe as plain, test } from 'vitest'

export { expect, test } from 'vitest'

type Body = (...values: readonly never[]) => void

const guarded =
  (body: Body): Body =>
  (...values) => {
    try {
      body(...values)
    } catch (error) {
      test('every example can be described', () => {
        throw error
      })
    }
  }

const each =
  (cases: readonly unknown[]) =>
  (name: string, body: Body): void => {
    const group = plain.each(cases) as unknown as (name: string, body: Body) => void
    group(name, guarded(body))
  }

/** Groups examples. */
export const describe = Object.assign(
  (name: string, body: () => void): void => {
    plain(name, guarded(body) as () => void)
  },
  { each },
)
