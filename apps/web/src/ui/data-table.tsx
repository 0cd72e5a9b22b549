import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import { Stack } from './layout.tsx';
import { VisuallyHidden } from './text.tsx';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Short, and never broken over two lines. */
  isWhole?: boolean;
  /** Column that identifies the row: others shrink before its words break. */
  isName?: boolean;
  /** Keeps this column next to the row name where there is no room for the others. */
  isKept?: boolean;
}

/** Makes each row start with a picture and a name. */
interface RowNames<Row> {
  /** Heading of the names: `Album`. */
  head: string;
  pictureOf: (row: Row) => ReactNode;
  /** The name; a link where the row can be opened. */
  titleOf: (row: Row) => ReactNode;
  /** Shown under the name where there is no room for the columns. */
  noteOf: (row: Row) => ReactNode;
  /** How much room the columns need: `little` for short figures, which also fit on a phone. */
  room: 'little' | 'usual';
}

interface BaseProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Checkbox before the first column. */
  check?: (row: Row) => ReactNode;
  isSelected?: (row: Row) => boolean;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
}

type DataTableProps<Row> = BaseProps<Row> & (RowNames<Row> | { [Key in keyof RowNames<Row>]?: undefined });

/**
 * A short table. Rows without names form a dense table with a head that stays, or cards where there is no room for the columns. Named rows keep their
 * picture and name, and show a note in place of the columns.
 */
export function DataTable<Row extends { _id: string }>(props: DataTableProps<Row>) {
  const { label, rows, columns, check, isSelected, actions } = props;
  const isNamed = props.head !== undefined;
  return (
    <div className={isNamed ? styles.namedFrame : styles.frame}>
      <table className={isNamed ? styles.namedTable : styles.table} aria-label={label} data-room={props.room}>
        <thead>
          <tr>
            {check && (
              <th scope="col">
                <VisuallyHidden>Selected</VisuallyHidden>
              </th>
            )}
            {isNamed && <th scope="col">{props.head}</th>}
            {columns.map(({ head, isNumber, isKept }) => (
              <th key={head} scope="col" data-number={isNumber ? '' : undefined} data-kept={isKept ? '' : undefined}>
                {head}
              </th>
            ))}
            {actions && <th scope="col">{isNamed ? <VisuallyHidden>Actions</VisuallyHidden> : 'Action'}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id} data-selected={isSelected?.(row) ? '' : undefined}>
              {check && <td className={styles.check}>{check(row)}</td>}
              {isNamed && <RowName row={row} {...props} />}
              {columns.map(({ head, cell, isNumber, isWhole, isName, isKept }) => (
                <td
                  key={head}
                  data-head={head}
                  data-number={isNumber ? '' : undefined}
                  data-whole={isWhole ? '' : undefined}
                  data-name={isName ? '' : undefined}
                  data-kept={isKept ? '' : undefined}
                >
                  {isNamed ? cell(row) : <div>{cell(row)}</div>}
                </td>
              ))}
              {actions && (
                <td className={isNamed ? styles.namedActions : styles.actions}>
                  <div>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const RowName = <Row,>({ row, pictureOf, titleOf, noteOf }: RowNames<Row> & { row: Row }) => (
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the words in it are what titleOf returns.
  <th scope="row">
    <div className={styles.named}>
      <span className={styles.picture}>{pictureOf(row)}</span>
      <Stack as="span" canShrink>
        <span className={styles.title}>{titleOf(row)}</span>
        <span className={styles.note}>{noteOf(row)}</span>
      </Stack>
    </div>
  </th>
);
