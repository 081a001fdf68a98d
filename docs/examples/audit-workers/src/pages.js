/** Reads rows page by page, and cuts pages by stream. */

/**
 * Yields the rows after a position, page by page; reads the next page while the caller uses the
 * current page.
 *
 * @template {{ readonly stream: string }} A
 * @param {(after: A | null) => Promise<readonly A[]>} read
 */
export async function* paged(read) {
  let coming = read(null)
  for (;;) {
    const page = await coming
    const last = page.at(-1)
    if (last === undefined) return
    coming = read(last)
    // a failure is reported when the page is awaited, not before
    coming.catch(() => {})
    yield page
  }
}

/**
 * Cuts pages by stream, and yields each stream with all its rows.
 *
 * @template {{ readonly stream: string }} A
 * @param {AsyncIterable<readonly A[]>} pages
 * @returns {AsyncGenerator<{ readonly stream: string, readonly rows: readonly A[] }>}
 */
export async function* byStream(pages) {
  /** @type {A[]} */
  let rows = []
  let stream = ''
  for await (const page of pages) {
    for (const row of page) {
      if (rows.length > 0 && row.stream !== stream) {
        yield { stream, rows }
        rows = []
      }
      stream = row.stream
      rows.push(row)
    }
  }
  if (rows.length > 0) yield { stream, rows }
}
