interface ListIteration<Place> {
  /** Returns the ids of the next rows after this position, in order: `atOnce`, or fewer at the end of the list. */
  next: (behind: Place | undefined) => Promise<string[]>;
  /** Returns the position of a row in that order; undefined when it does not exist. */
  getCursor: (id: string) => Promise<Place | undefined>;
  atOnce: number;
}

/**
 * Reads the ids of a complete list page by page, for clients that take minutes. Between two pages it keeps a position and not a row, which may be deleted or
 * moved in the meantime; otherwise the rest of the list would be missing silently.
 */
export async function* iterateIdPages<Place>({ next, getCursor, atOnce }: ListIteration<Place>): AsyncGenerator<string[]> {
  let behind: Place | undefined;
  for (;;) {
    const ids = await next(behind);
    const isLast = ids.length < atOnce;
    if (!isLast) behind = await findLastCursor(ids, getCursor);
    if (ids.length > 0) yield ids;
    if (isLast) return;
  }
}

/** For a list sorted by id: the last id is the position, even if its row was deleted. */
export async function* iteratePagesById<Row extends { id: string }>(
  fetchPage: (after: string | undefined) => Promise<Row[]>,
  pageSize: number,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ; ) {
    const rows = await fetchPage(after);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.id;
  }
}

async function findLastCursor<Place>(ids: readonly string[], findCursor: ListIteration<Place>['getCursor']): Promise<Place> {
  for (const id of ids.toReversed()) {
    const place = await findCursor(id);
    if (place !== undefined) return place;
  }
  throw new Error('A page of the list was deleted while the list was being read');
}
