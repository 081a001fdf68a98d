/** Tests the programs and the pages as their users run and open them. They take as long as all other tests together. */
import config from '../../vitest.config.ts'

export default {
  ...config,
  test: { ...config.test, include: ['test/programs/*.test.ts'], exclude: [] },
}
