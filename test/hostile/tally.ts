/** What a long run prints: how many hostile inputs were tried, and what came back. */
import { afterAll } from 'vitest'

/** Starts to count; `print` says whether the run is long enough for anybody to read the numbers. */
export const tally = (title: string, print: boolean): ((what: string) => void) => {
  const counts = new Map<string, number>()
  afterAll(() => {
    if (!print) return
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const lines = [...counts].map(([what, count]) => `${what}: ${count}`).toSorted()
    const most = Math.round(process.resourceUsage().maxRSS / 1024)
    process.stdout.write(`${lines.join('\n')}\n${all} ${title}, ${most} MB at most\n`)
  })
  return (what) => void counts.set(what, (counts.get(what) ?? 0) + 1)
}
