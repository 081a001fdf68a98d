/** A node that is kept running: where it ends unasked, that is said, and it is started again. */

/** How long is waited before it is started again, at first and at most; and how long it runs to count as well. */
const [LEAST_MS, MOST_MS, WELL_MS] = [200, 5000, 60_000]

/**
 * Starts it. `keep` begins to look after it: until then, who waits for it to be ready is told that it has ended.
 *
 * @param {() => ReturnType<typeof import('./node.js').startNode>} start
 * @param {(code: string) => void} onEnd says that it has ended, and how
 */
export const keptNode = (start, onEnd) => {
  let node = start()
  /** Nobody is to start it: it was stopped, or who has killed it starts it again. */
  let isLeft = false
  let isStopped = false
  let pause = LEAST_MS

  /** @param {typeof node} watched */
  const watch = async (watched) => {
    const began = Date.now()
    const { code, signal } = await watched.ended
    if (isLeft || node !== watched) return
    if (Date.now() - began > WELL_MS) pause = LEAST_MS
    onEnd(String(signal ?? code))
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, MOST_MS)
    if (isLeft || node !== watched) return
    node = start()
    void watch(node)
  }

  return {
    ready: () => node.ready(),
    keep: () => void watch(node),
    /** Kills it, and starts it again at once. */
    crash: async () => {
      isLeft = true
      await node.stop('SIGKILL')
      if (isStopped) return
      node = start()
      isLeft = false
      void watch(node)
      await node.ready()
    },
    /** @param {NodeJS.Signals} signal */
    stop: async (signal) => {
      isLeft = true
      isStopped = true
      await node.stop(signal)
    },
  }
}
