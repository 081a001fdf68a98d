/** Rows page by page, and pages cut by stream. */

/**
 * Rows after a place, page by page; the next page is on its way while one is looked at.
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
    // it is looked at when it is awaited; until then nobody is to be told
    coming.catch(() => {})
    yield page
  }
}

/**
 * Pages cut by stream: each whole.
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
