// @ts-check
/** The exit codes of the auditors. */

/**
 * The severity of the worst finding: 0 for no findings or only notices, 1 for warnings, 2 for errors,
 * 3 if the log is no evidence.
 */
export const EXIT = { notice: 0, warning: 1, error: 2, fatal: 3 }

/**
 * Why there is no audit: wrong options or files, nothing to audit, a file that cannot be read, a
 * report that cannot be written.
 */
export const USE = 64
export const NO_LINES = 65
export const NO_INPUT = 66
export const NO_OUTPUT = 73
