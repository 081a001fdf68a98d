/**
 * The examples' substitute for `vitest`: the same, except that a group whose description throws is
 * a failing test. Vitest would run none of its tests, and Stryker would then count the mutant as
 * alive.
 */
import { describe as plain, test } from 'vitest'

export { afterEach, expect, test, vi } from 'vitest'

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

const grouped = (name: string, body: () => void): void => {
  plain(name, guarded(body) as () => void)
}

/** Groups examples. */
export const describe = Object.assign(grouped, {
  each,
  skipIf: (isSkipped: boolean) => ({ each: isSkipped ? plain.skip.each : each }),
})
