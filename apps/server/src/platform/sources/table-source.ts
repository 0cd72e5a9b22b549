import { SOURCE_LIMITS, tableDocument, tableSourceSettings } from '@vitrine/contract/sources';
import { AppError } from '../errors.ts';
import { readPointer } from './json-pointer.ts';
import { decodeText, defineSourceKind, shorten, takeShare } from './source-kind.ts';

interface Table {
  columns: string[];
  rows: string[][];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Lines that are examined for the delimiter. */
const SAMPLE_LINES = 10;

/** A table that the owner typed, or CSV or JSON from an address. */
export const tableSource = defineSourceKind({
  settings: tableSourceSettings,
  document: tableDocument,
  maxBytes: 2_000_000,
  fetch: ({ format }, address) =>
    format === 'typed'
      ? null
      : { address: address ?? '', accept: format === 'csv' ? 'text/csv, text/plain;q=0.9, */*;q=0.5' : 'application/json, */*;q=0.5' },
  parse: async ({ settings, body, contentType }): Promise<Table> => {
    if (settings.format === 'typed') return { columns: settings.columns, rows: settings.rows };
    const text = decodeText(body, contentType);
    return settings.format === 'csv' ? parseCsv(text, settings.hasHead) : readJsonTable(text, settings);
  },
  present: ({ columns, rows }, _input, share) => {
    const width = Math.max(1, Math.min(columns.length, SOURCE_LIMITS.columns));
    const fit = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => shorten(cells[index] ?? '', SOURCE_LIMITS.cell));
    return { kind: 'table', columns: fit(columns), rows: takeShare(rows.slice(0, SOURCE_LIMITS.rows), share).map(fit) };
  },
});

export const loadCsvLibrary = () => import('csv-parse/sync');

async function parseCsv(text: string, hasHead: boolean): Promise<Table> {
  const { parse, CsvError } = await loadCsvLibrary();
  try {
    const records: string[][] = parse(text, {
      delimiter: detectDelimiter(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: SOURCE_LIMITS.rows + 1,
      max_record_size: 100_000,
    });
    const width = Math.max(0, ...records.map((record) => record.length));
    if (width === 0) throw new AppError('SOURCE_INVALID', 'The table is empty.');
    const [head = [], ...rest] = records;
    return hasHead
      ? { columns: Array.from({ length: width }, (_, index) => head[index] ?? ''), rows: rest }
      : { columns: Array<string>(width).fill(''), rows: records };
  } catch (cause) {
    if (cause instanceof CsvError) throw new AppError('SOURCE_INVALID', 'The data at this address isn’t a valid CSV table.', { cause });
    throw cause;
  }
}

/** Returns the delimiter that occurs equally often in the most lines, outside of quotes. */
function detectDelimiter(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);
  const rate = (delimiter: string): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [first = 0] = counts;
    return first === 0 ? 0 : counts.filter((count) => count === first).length + first / 1000;
  };
  return DELIMITERS.map((delimiter) => ({ delimiter, rate: rate(delimiter) })).reduce((best, next) => (next.rate > best.rate ? next : best))
    .delimiter;
}

function readJsonTable(text: string, { rows, columns }: { rows: string; columns: readonly { name: string; pointer: string }[] }): Table {
  const list = readPointer(parseJson(text), rows);
  if (!Array.isArray(list))
    throw new AppError('SOURCE_INVALID', 'The data has no list at the place where the rows should be. Check the pointer.');
  const entries: unknown[] = list.slice(0, SOURCE_LIMITS.rows);
  return {
    columns: columns.map(({ name }) => name),
    rows: entries.map((entry) => columns.map(({ pointer }) => formatValue(readPointer(entry, pointer)))),
  };
}

/** Parses JSON. Throws SOURCE_INVALID. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('SOURCE_INVALID', 'The data at this address isn’t valid JSON.', { cause });
  }
}

/** Lists and objects are not shown. */
const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
