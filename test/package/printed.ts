/** Pages that the checks of the package print: compared, and when they differ, with what to do. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { root } from './installed.ts'

/** Compares a page with its file; a difference says first what it means, and how the page is printed anew. */
export const expectPage = async (text: string, path: string, meaning: string): Promise<void> => {
  try {
    await expect(text).toMatchFileSnapshot(join(root, path))
  } catch (difference) {
    if (difference instanceof Error) {
      difference.message = `${path} is old: ${meaning}, then \`npm run consumers -- --update\`.`
    }
    throw difference
  }
}
