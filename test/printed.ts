/** What a page's example prints. */
import { vi } from 'vitest'

/** What a program prints, line by line. */
export const printedBy = async (run: () => Promise<unknown>): Promise<string> => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    lines.push(String(line))
  })
  await run()
  log.mockRestore()
  return lines.join('\n')
}
