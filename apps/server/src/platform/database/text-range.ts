import { type RawBuilder, sql } from 'kysely';

/** Of Unicode; no text has it. */
const LAST_CHARACTER = 0x10_ff_ff;

interface TextRange {
  /** Compared byte by byte: `collate "C"`. */
  column: RawBuilder<unknown>;
  text: string;
}

const startOf = ({ column, text }: TextRange) => sql`${column} >= ${text}::text`;
const endOf = ({ column, text }: TextRange) => sql`${column} < ${text}::text || chr(${sql.lit(LAST_CHARACTER)})`;

/** What begins with the text, as a range of an index. */
export const beginsWith = (range: TextRange): RawBuilder<boolean> => sql<boolean>`${startOf(range)} and ${endOf(range)}`;

interface Behind {
  /** Of the row behind which the list goes on. */
  place: string;
  condition: RawBuilder<boolean>;
  isDescending: boolean;
}

/**
 * The part of that range behind a row, in an order that begins with its column: with one beginning and one end. Given two beginnings PostgreSQL may
 * start at the farther one, and read all between.
 */
export function beginsWithBehind(range: TextRange, behind: Behind | undefined): RawBuilder<boolean> {
  if (!behind) return beginsWith(range);
  const place = Buffer.from(behind.place);
  if (behind.isDescending) {
    const isAbove = place.compare(Buffer.from(range.text + String.fromCodePoint(LAST_CHARACTER))) >= 0;
    return isAbove ? beginsWith(range) : sql<boolean>`${startOf(range)} and ${behind.condition}`;
  }
  const isBelow = place.compare(Buffer.from(range.text)) < 0;
  return isBelow ? beginsWith(range) : sql<boolean>`${behind.condition} and ${endOf(range)}`;
}
