/** Objects whose fields are made when somebody reads them, and that otherwise look like any other. */

/** What makes some fields of an object; it must not throw. */
type Making<A> = () => Partial<A>

/** The result of a function that is called once. Then the function is let go of. */
const once = <A>(make: Making<A>): Making<A> => {
  let [made, making]: [Partial<A> | undefined, Making<A> | undefined] = [undefined, make]
  return () => {
    made ??= making?.() ?? {}
    making = undefined
    return made
  }
}

/**
 * A frozen object with the fields of `given`. Each other field is made by the function that `makers`
 * names for it, with all others of that function, when the first of them is read. JSON, spreading,
 * comparing and cloning see a plain object.
 */
export const deferred = <A extends object>(
  order: readonly (keyof A & string)[],
  given: Partial<A>,
  makers: Partial<Readonly<Record<keyof A, Making<A>>>>,
): A => {
  const known = new Map<Making<A> | undefined, Making<A>>()
  const object = {}
  for (const name of order) {
    const maker = makers[name]
    if (maker === undefined) {
      Object.defineProperty(object, name, { value: given[name], enumerable: true })
      continue
    }
    const make = known.get(maker) ?? once(maker)
    known.set(maker, make)
    Object.defineProperty(object, name, { get: () => make()[name], enumerable: true })
  }
  return Object.freeze(object) as A
}
