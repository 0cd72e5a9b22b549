import type { TableDocument } from '@vitrine/contract/sources';
import type { SettingsOf } from '@vitrine/contract/widgets';
import { type Drawing, earliest } from './node.ts';
import { getPalette } from './palettes.ts';
import { describeAge, drawFooter, drawMessage, type SourceContext } from './source-context.ts';
import { drawTable } from './table.ts';

/** Tables, such as departures, may be a quarter of an hour old. */
const AGE_MATTERS_MS = 15 * 60_000;

/** Draws the rows of a table from a source like those of a typed table. */
export function drawDataTable(
  { theme, title }: SettingsOf<'dataTable'>,
  { columns, rows }: TableDocument,
  context: SourceContext,
): Drawing {
  const palette = getPalette('table', theme);
  if (rows.length === 0) return drawMessage('No entries at the moment', context, palette);
  const age = describeAge(context, AGE_MATTERS_MS);
  const { tree, until } = drawTable({ theme, title, columns, rows }, context, drawFooter('', age, context, palette));
  return { tree, until: earliest(until, age.until) };
}
