import type { ReactNode } from 'react';
import styles from './named-table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface NamedColumn<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Stays where there is no room for the others. */
  isKept?: boolean;
}

interface NamedTableProps<Row> {
  label: string;
  /** What the rows are: `Album`. */
  head: string;
  rows: readonly Row[];
  pictureOf: (row: Row) => ReactNode;
  /** A link where it can be opened. */
  titleOf: (row: Row) => ReactNode;
  columns: readonly NamedColumn<Row>[];
  /** What the columns say, under the name, where there is no room for them. */
  noteOf: (row: Row) => ReactNode;
  /** How much room the columns need: `little` for short figures, which a phone has room for as well. */
  room: 'little' | 'usual';
  check?: (row: Row) => ReactNode;
  isSelected?: (row: Row) => boolean;
  actions?: (row: Row) => ReactNode;
}

/** A short table of things that are known by a picture and a name, in a page, a panel or a dialog. */
export function NamedTable<Row extends { _id: string }>(props: NamedTableProps<Row>) {
  const { label, head, rows, pictureOf, titleOf, columns, noteOf, room, check, isSelected, actions } = props;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} data-room={room}>
        <thead>
          <tr>
            {check && (
              <th scope="col">
                <VisuallyHidden>Selected</VisuallyHidden>
              </th>
            )}
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <th key={column.head} scope="col" data-number={column.isNumber ? '' : undefined} data-kept={column.isKept ? '' : undefined}>
                {column.head}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id} data-selected={isSelected?.(row) ? '' : undefined}>
              {check && <td className={styles.check}>{check(row)}</td>}
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the words in it are what titleOf gives. */}
              <th scope="row">
                <div className={styles.named}>
                  <span className={styles.picture}>{pictureOf(row)}</span>
                  <span className={styles.words}>
                    <span className={styles.title}>{titleOf(row)}</span>
                    <span className={styles.note}>{noteOf(row)}</span>
                  </span>
                </div>
              </th>
              {columns.map((column) => (
                <td
                  key={column.head}
                  data-value=""
                  data-number={column.isNumber ? '' : undefined}
                  data-kept={column.isKept ? '' : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
              {actions && (
                <td className={styles.actions}>
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
