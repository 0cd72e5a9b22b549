import { type RawBuilder, sql } from 'kysely';

/** Last Unicode code point, which no text contains. */
const LAST_CHARACTER = 0x10_ff_ff;

interface TextRange {
  /** Compared byte by byte: `collate "C"`. */
  column: RawBuilder<unknown>;
  text: string;
}

const buildRangeStart = ({ column, text }: TextRange) => sql`${column} >= ${text}::text`;
const buildRangeEnd = ({ column, text }: TextRange) => sql`${column} < ${text}::text || chr(${sql.lit(LAST_CHARACTER)})`;

/** Matches texts with this prefix as an index range. */
export const isPrefixed = (range: TextRange): RawBuilder<boolean> => sql<boolean>`${buildRangeStart(range)} and ${buildRangeEnd(range)}`;

interface RangeCursor {
  /** Sort value of the row after which the list continues. */
  place: string;
  condition: RawBuilder<boolean>;
  isDescending: boolean;
}

/**
 * The part of that range behind a row, in an order that begins with its column: with one beginning and one end. Given two beginnings PostgreSQL may
 * start at the farther one, and read all between.
 */
export function isPrefixedAfterCursor(range: TextRange, behind: RangeCursor | undefined): RawBuilder<boolean> {
  if (!behind) return isPrefixed(range);
  const cursorValue = Buffer.from(behind.place);
  if (behind.isDescending) {
    const isAbove = cursorValue.compare(Buffer.from(range.text + String.fromCodePoint(LAST_CHARACTER))) >= 0;
    return isAbove ? isPrefixed(range) : sql<boolean>`${buildRangeStart(range)} and ${behind.condition}`;
  }
  const isBelow = cursorValue.compare(Buffer.from(range.text)) < 0;
  return isBelow ? isPrefixed(range) : sql<boolean>`${behind.condition} and ${buildRangeEnd(range)}`;
}
