/** Objects that count how often somebody reads a field of them: times vary, counts do not. */
export const counting = () => {
  let count = 0
  const reading = <A extends object>(value: A): A =>
    new Proxy(value, {
      get: (target, name, receiver) => {
        count += 1
        return Reflect.get(target, name, receiver)
      },
    })
  return { reading, reads: () => count }
}
