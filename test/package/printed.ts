/** Pages that the checks of the package print; if they differ, the error says what to do. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { root } from './installed.ts'

/**
 * Compares a page with its file; a difference is reported with its meaning and how to print the
 * page again.
 */
export const expectPage = async (text: string, path: string, meaning: string): Promise<void> => {
  try {
    await expect(text).toMatchFileSnapshot(join(root, path))
  } catch (difference) {
    if (difference instanceof Error) {
      difference.message = `${path} is out of date: ${meaning}, then run \`npm run consumers -- --update\`.`
    }
    throw difference
  }
}
