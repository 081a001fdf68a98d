/** Whether an input has changed what every program shares. */

const BUILT_IN: readonly object[] = [
  ...[Object, Array, String, Number, Function, Map, Set].map(
    ({ prototype }) => prototype as object,
  ),
  ...[Object, Array, JSON],
]

const valuesOf = (): readonly unknown[] =>
  BUILT_IN.flatMap((each) =>
    Reflect.ownKeys(each).map((key): unknown => Object.getOwnPropertyDescriptor(each, key)?.value),
  )

const keysOf = (): string =>
  BUILT_IN.map((each) => Reflect.ownKeys(each).map(String).join()).join('\n')

const [values, keys] = [valuesOf(), keysOf()]

/** Whether no built-in object has another name than when the tests began. */
export const hasItsKeys = (): boolean => !('polluted' in {}) && keysOf() === keys

/** Whether no built-in object has another name or value. */
export const isUntouched = (): boolean =>
  hasItsKeys() && valuesOf().every((value, index) => Object.is(value, values[index]))
