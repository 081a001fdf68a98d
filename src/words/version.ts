/** The version of this release, which reports and saved states contain. */
export const VERSION = '0.1.0'
