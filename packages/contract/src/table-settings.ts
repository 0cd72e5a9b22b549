import { z } from 'zod';
import { clean, isStorable, theme, typed, WIDGET_LIMITS } from './widget-fields.ts';

const CELLS_MESSAGE = 'Each row needs one cell for each column.';

const tableRow = z.array(typed(WIDGET_LIMITS.cell)).max(WIDGET_LIMITS.columns, CELLS_MESSAGE);

const isValidRow = (row: unknown): row is string[] =>
  Array.isArray(row) &&
  row.length <= WIDGET_LIMITS.columns &&
  row.every((cell) => typeof cell === 'string' && cell.length <= WIDGET_LIMITS.cell && isStorable(cell));

/** Faulty rows after which a table is not examined further. */
const MAX_FAULTY_ROWS = 10;

/**
 * Rows of a table, of up to 1,200 texts in all. A loop accepts valid rows: the schema would keep a server busy for up to 50 ms, until its code is compiled. It
 * only describes the faults of other rows.
 */
const tableRows = z
  .array(z.unknown())
  .min(1, 'Add a row.')
  .max(WIDGET_LIMITS.rows, 'A table has at most 200 rows.')
  .transform((rows, context): string[][] => {
    const faultyRows = rows.flatMap((row, index) => (isValidRow(row) ? [] : [index])).slice(0, MAX_FAULTY_ROWS);
    for (const index of faultyRows)
      for (const { message, path } of tableRow.safeParse(rows[index]).error?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: [index, ...path] });
    return faultyRows.length > 0 ? z.NEVER : rows.filter(isValidRow).map((row) => row.map(clean));
  })
  .meta({
    type: 'array',
    items: { type: 'array', maxItems: WIDGET_LIMITS.columns, items: { type: 'string', maxLength: WIDGET_LIMITS.cell } },
  });

export const tableSettings = z
  .strictObject({
    type: z.literal('table'),
    theme,
    title: typed(WIDGET_LIMITS.title).default(''),
    columns: z.array(typed(WIDGET_LIMITS.cell)).min(1, 'Add a column.').max(WIDGET_LIMITS.columns, 'A table has at most 6 columns.'),
    rows: tableRows,
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), { path: ['rows'], message: CELLS_MESSAGE });
