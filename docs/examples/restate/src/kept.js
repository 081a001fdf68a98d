/**
 * Keeps a node running. If the node ends by itself, this is logged, and the node is started again.
 */

/**
 * The first and the longest wait before a node is started again, and how long a node must run to
 * count as healthy.
 */
const [LEAST_MS, MOST_MS, WELL_MS] = [200, 5000, 60_000]

/**
 * Starts the node. Until `keep` is called, its end is reported to the caller that waits for it;
 * from then on, the node is started again.
 *
 * @param {() => ReturnType<typeof import('./node.js').startNode>} start
 * @param {(code: string) => void} onEnd receives how the node ended
 */
export const keptNode = (start, onEnd) => {
  let node = start()
  /** Do not start it again: it was stopped, or the code that killed it starts it. */
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
    /** Kills the node, and starts it again at once. */
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
