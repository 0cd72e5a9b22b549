import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Short, and never broken over two lines. */
  isWhole?: boolean;
  /** What the row is known by: other columns give way before its words break. */
  isName?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
}

/** A dense table with a head that stays. Where there is no room for its columns, each row is a card that names its values. */
export function DataTable<Row extends { _id: string }>({ label, rows, columns, actions }: DataTableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" data-number={isNumber ? '' : undefined}>
                {head}
              </th>
            ))}
            {actions && <th scope="col">Action</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              {columns.map(({ head, cell, isNumber, isWhole, isName }) => (
                <td
                  key={head}
                  data-head={head}
                  data-number={isNumber ? '' : undefined}
                  data-whole={isWhole ? '' : undefined}
                  data-name={isName ? '' : undefined}
                >
                  <div>{cell(row)}</div>
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
