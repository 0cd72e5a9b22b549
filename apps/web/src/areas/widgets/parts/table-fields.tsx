import { type SettingsOf, WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { type ClipboardEvent, useId } from 'react';
import { PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { type FieldsProps, removeAt, replaceAt } from './widget-form.ts';
import styles from './widgets.module.css';

type Settings = SettingsOf<'table'>;

/** Cells in a grid. Cells copied from a spreadsheet fill several fields at once. */
export function TableFields({ settings, onChange, errors }: FieldsProps<Settings>) {
  const { columns, rows } = settings;
  const noteId = useId();
  const error = errors.get('rows') ?? errors.get('columns') ?? [...errors].find(([path]) => /^(rows|columns)\./.test(path))?.[1];
  const setCell = (row: number, column: number, text: string) =>
    onChange({ ...settings, rows: replaceAt(rows, row, replaceAt(rows[row] ?? [], column, text)) });
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = parsePastedCells(event.clipboardData.getData('text/plain'));
    if (cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    onChange(insertCells(settings, cells, { row, column }));
  };
  return (
    <>
      <TextField
        label="Title"
        maxLength={WIDGET_LIMITS.title}
        value={settings.title}
        error={errors.get('title')}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      <Stack gap={2}>
        <div className={styles.tableScroll}>
          <table className={styles.table} aria-describedby={error ? noteId : undefined}>
            <thead>
              <tr>
                {columns.map((name, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place
                  <th key={column}>
                    <input
                      className={styles.cell}
                      aria-label={`Heading of column ${column + 1}`}
                      placeholder="Heading"
                      maxLength={WIDGET_LIMITS.cell}
                      value={name}
                      onChange={({ target }) => onChange({ ...settings, columns: replaceAt(columns, column, target.value) })}
                    />
                  </th>
                ))}
                <th>
                  <IconButton
                    label="Add a column"
                    icon={<PlusIcon size={18} />}
                    disabled={columns.length >= WIDGET_LIMITS.columns}
                    onClick={() => onChange({ ...settings, columns: [...columns, ''], rows: rows.map((cells) => [...cells, '']) })}
                  />
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
                <tr key={row}>
                  {cells.map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place
                    <td key={column}>
                      <input
                        className={styles.cell}
                        aria-label={`Row ${row + 1}, column ${column + 1}`}
                        maxLength={WIDGET_LIMITS.cell}
                        value={text}
                        onPaste={(event) => paste(event, row, column)}
                        onChange={({ target }) => setCell(row, column, target.value)}
                      />
                    </td>
                  ))}
                  <td>
                    <IconButton
                      label={`Delete row ${row + 1}`}
                      icon={<TrashIcon size={18} />}
                      disabled={rows.length === 1}
                      onClick={() => onChange({ ...settings, rows: removeAt(rows, row) })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <FieldNote id={noteId} error={error} />
        <Row wrap gap={2}>
          <Button
            icon={<PlusIcon size={18} />}
            disabled={rows.length >= WIDGET_LIMITS.rows}
            onClick={() => onChange({ ...settings, rows: [...rows, columns.map(() => '')] })}
          >
            Add a row
          </Button>
          {columns.length > 1 && (
            <Button
              kind="quiet"
              onClick={() => onChange({ ...settings, columns: columns.slice(0, -1), rows: rows.map((cells) => cells.slice(0, -1)) })}
            >
              Delete the last column
            </Button>
          )}
        </Row>
      </Stack>
    </>
  );
}

/** Splits text from a spreadsheet, which separates cells by tabs, into rows. */
export const parsePastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

/** Puts cells into a table from a place on, which grows up to its limits. */
export function insertCells(settings: Settings, cells: readonly string[][], { row, column }: { row: number; column: number }): Settings {
  const width = Math.min(WIDGET_LIMITS.columns, Math.max(settings.columns.length, column + Math.max(...cells.map((line) => line.length))));
  const height = Math.min(WIDGET_LIMITS.rows, Math.max(settings.rows.length, row + cells.length));
  const at = (y: number, x: number) => cells[y - row]?.[x - column]?.slice(0, WIDGET_LIMITS.cell) ?? settings.rows[y]?.[x] ?? '';
  return {
    ...settings,
    columns: Array.from({ length: width }, (_, x) => settings.columns[x] ?? ''),
    rows: Array.from({ length: height }, (_row, y) => Array.from({ length: width }, (_column, x) => at(y, x))),
  };
}
