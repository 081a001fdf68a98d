/** Objects whose fields are made when somebody reads them, and that otherwise look like any other. */

/**
 * A frozen object with the fields of `given`, and with others that `make` makes, all of them when the
 * first is read. JSON, spreading, comparing and cloning see a plain object. `make` must not throw.
 */
export const deferred = <A extends object, G extends Partial<A>>(
  order: readonly (keyof A & string)[],
  given: G,
  make: () => Omit<A, keyof G>,
): A => {
  let [made, making]: [A | undefined, (() => Omit<A, keyof G>) | undefined] = [undefined, make]
  const known = (): A => {
    made ??= making?.() as A
    // what it was made from is let go of
    making = undefined
    return made
  }
  const object = {}
  for (const name of order) {
    const field = Object.hasOwn(given, name) ? { value: given[name] } : { get: () => known()[name] }
    Object.defineProperty(object, name, { ...field, enumerable: true })
  }
  return Object.freeze(object) as A
}
