/** A part of an export, and where the next one begins; null at the end. */
export interface PageOfLines {
  readonly lines: readonly object[];
  readonly next: string | null;
}

/** The kind of the last line of an export. An export without it was cut off. */
export const END_LINE = 'end';

/** All pages, one at a time, each when the reader wants it. */
export async function* pagesOf(
  pageAfter: (after: string | null) => Promise<PageOfLines>,
): AsyncGenerator<PageOfLines, void> {
  for (let after: string | null = null; ; ) {
    const page = await pageAfter(after);
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}

/**
 * All pages as JSON Lines (https://jsonlines.org), one page at a time, each when the reader wants it. The last line says that it
 * is the last, and how many came before it.
 */
export async function* jsonLines(
  pageAfter: (after: string | null) => Promise<PageOfLines>,
): AsyncGenerator<string, void> {
  let count = 0;
  for await (const { lines, next } of pagesOf(pageAfter)) {
    count += lines.length;
    const end = next === null ? [{ kind: END_LINE, lines: count }] : [];
    const text = [...lines, ...end].map((line) => `${JSON.stringify(line)}\n`).join('');
    // After an empty part, some streams never ask for the next.
    if (text !== '') yield text;
  }
}
