/** The output of a page's example. */
import { vi } from 'vitest'

/** The output of a program, line by line. */
export const printedBy = async (run: () => Promise<unknown>): Promise<string> => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    lines.push(String(line))
  })
  await run()
  log.mockRestore()
  return lines.join('\n')
}
