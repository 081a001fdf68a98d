/** The messages of the example `week`, a line each: `installed` writes the file. */
export declare const WEEK: string
