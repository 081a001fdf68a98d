/** The release that this code is of: reports and saved states name it. */
export const VERSION = '0.1.0'
