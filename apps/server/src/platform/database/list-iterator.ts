interface ListIteration<Place> {
  /** Ids of the next rows behind this place, in order: `atOnce`, or fewer at the end of the list. */
  next: (behind: Place | undefined) => Promise<string[]>;
  /** Where a row stands in that order; undefined for one that is gone. */
  getCursor: (id: string) => Promise<Place | undefined>;
  atOnce: number;
}

/**
 * The ids of a whole list, a part at a time, for whoever takes minutes to read it. What is kept between two parts is a place and not a row, which may be
 * gone or stand elsewhere by then: the rest of the list would be missing without a word.
 */
export async function* iterateIdPages<Place>({ next, getCursor: placeOf, atOnce }: ListIteration<Place>): AsyncGenerator<string[]> {
  let behind: Place | undefined;
  for (;;) {
    const ids = await next(behind);
    const isLast = ids.length < atOnce;
    if (!isLast) behind = await findLastCursor(ids, placeOf);
    if (ids.length > 0) yield ids;
    if (isLast) return;
  }
}

/** Of a list that is in order of its ids: the last one is the place, there or not. */
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
  throw new Error('A part of the list went while it was read');
}
