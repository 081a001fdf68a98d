/** Steps about one stream take turns in a process: side by side, each would save before the others can. */

/** Makes a function that runs what has one name one after another, in the order of its calls. */
export const turns = () => {
  const last = new Map<string, Promise<unknown>>()
  return async <A>(name: string, work: () => Promise<A>): Promise<A> => {
    const own = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, own)
    const ended = () => {
      if (last.get(name) === own) last.delete(name)
    }
    own.then(ended, ended)
    return own
  }
}
