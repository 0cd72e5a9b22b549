import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx';
import styles from './list-table.module.css';
import { VisuallyHidden } from './text.tsx';
import { useMediaQuery } from './use-media-query.ts';
import { useRowWindow } from './virtual-rows.tsx';

export interface ListColumn<Row, Sort extends string = string> {
  key: string;
  head: string;
  /** Drawn over the column in place of its name, which those who listen still hear; on a card under the value. */
  scale?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** As CSS has it (`96px`, `22%`); the others share what is left. */
  width?: string;
  isNumber?: boolean;
  /** Takes the room of two values on a card. */
  isLong?: boolean;
  /** Stays when the details of a row are next to the list, which then has room for few columns. The first column always does. */
  staysBesidePanel?: boolean;
  /** The two orders that its head switches between, the first one first. */
  sort?: readonly [Sort, Sort];
}

interface ListTableProps<Row, Sort extends string> {
  label: string;
  rows: readonly Row[];
  columns: readonly ListColumn<Row, Sort>[];
  /** Accessible name of a row's link. */
  nameOf: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Shows a row's details; without it rows cannot be opened. */
  onOpen?: (row: Row) => void;
  openId?: string | undefined;
  onClose?: () => void;
  /** Buttons at the end of a row, in a column of this width. */
  actions?: (row: Row) => ReactNode;
  actionsWidth?: string;
  /** Renders the selection control in a column before the first one. */
  check?: (row: Row, index: number) => ReactNode;
  isSelected?: (row: Row) => boolean;
  /** Called near the end of the loaded rows. */
  onEnd?: () => void;
  /** Which rows are drawn, half-open. */
  onShow?: (from: number, to: number) => void;
}

/** In pixels: two lines of text of the usual size. */
const ROW_PX = 56;
const CARD_PX = 190;
/** Number of rows before the end at which `onEnd` is called. */
const NEAR_END = 10;
/** Below, each row is a card that names its values. */
const WIDE = '(min-width: 50rem)';
const CHECK_WIDTH = '48px';

/**
 * Rows without end, of which only those in sight are drawn. The first cell opens a row; arrows, Home and End walk from one to the next, Enter opens,
 * Escape closes. A click anywhere on a row opens it as well.
 */
export function ListTable<Row extends { _id: string }, Sort extends string = string>(props: ListTableProps<Row, Sort>) {
  const { label, rows, columns, nameOf, sort, onSort, onOpen, openId, onClose, actions, actionsWidth = '120px', onEnd, onShow } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const isEven = useMediaQuery(WIDE);
  const drawn = useRowWindow({ body, count: rows.length, height: isEven ? ROW_PX : CARD_PX, isEven });
  const reached = useEffectEvent(() => drawn.to >= rows.length - NEAR_END && onEnd?.());
  useEffect(() => {
    reached();
  }, [drawn.to, rows.length]);
  useEffect(() => onShow?.(drawn.from, drawn.to), [onShow, drawn.from, drawn.to]);
  const walk = useRowNavigation(body, rows.length);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && openId !== undefined && !event.defaultPrevented) onClose?.();
    walk(event);
  };
  const onRowClick = (event: MouseEvent<HTMLElement>, row: Row) => {
    const isOnControl = (event.target as HTMLElement).closest('button, a, input, label, [role=menu], [role=switch]') !== null;
    // Selecting text for copying does not open the row.
    if (!isOnControl && getSelection()?.isCollapsed !== false) onOpen?.(row);
  };
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it have the focus; the keys walk from one to another. */}
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1} onKeyDown={onKeyDown}>
        <colgroup>
          {props.check && <col style={{ width: CHECK_WIDTH }} />}
          {columns.map(({ key, width: wide }) => (
            <col key={key} style={{ width: wide }} />
          ))}
          {actions && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {props.check && (
              <th scope="col">
                <VisuallyHidden>Selected</VisuallyHidden>
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && <th scope="col">Action</th>}
          </tr>
        </thead>
        <tbody ref={body}>
          <Room height={drawn.before} />
          {rows.slice(drawn.from, drawn.to).map((row, place) => {
            const index = drawn.from + place;
            return (
              // The button in the first cell does by keyboard what a click on the row does.
              <tr
                key={row._id}
                aria-rowindex={index + 2}
                data-index={index}
                data-open={row._id === openId ? '' : undefined}
                data-opens={onOpen ? '' : undefined}
                data-selected={props.isSelected?.(row) ? '' : undefined}
                onClick={(event) => onRowClick(event, row)}
              >
                {props.check && (
                  <td className={styles.check}>
                    <div>{props.check(row, index)}</div>
                  </td>
                )}
                {columns.map(({ key, head, cell, isNumber, isLong, scale }, column) => (
                  <td
                    key={key}
                    data-head={head}
                    data-title={column === 0 ? '' : undefined}
                    data-number={isNumber ? '' : undefined}
                    data-long={isLong ? '' : undefined}
                    data-scale={scale ? '' : undefined}
                  >
                    {column === 0 && onOpen ? (
                      <button type="button" className={styles.opener} aria-label={nameOf(row)} onClick={() => onOpen(row)}>
                        {cell(row)}
                      </button>
                    ) : (
                      <div>{cell(row)}</div>
                    )}
                    {scale && <div className={styles.scale}>{scale}</div>}
                  </td>
                ))}
                {actions && (
                  <td className={styles.actions}>
                    <div>{actions(row)}</div>
                  </td>
                )}
              </tr>
            );
          })}
          <Room height={drawn.after} />
        </tbody>
      </table>
    </div>
  );
}

/** Space of rows that are not rendered. */
const Room = ({ height }: { height: number }) => (height === 0 ? null : <tr aria-hidden="true" style={{ height }} />);

function Head<Row, Sort extends string>({
  column: { head, scale, isNumber, sort: orders },
  sort,
  onSort,
}: {
  column: ListColumn<Row, Sort>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const number = isNumber ? '' : undefined;
  if (!orders || !onSort) {
    return (
      <th scope="col" data-number={number}>
        {scale ? <VisuallyHidden>{head}</VisuallyHidden> : head}
        {scale}
      </th>
    );
  }
  const [first, second] = orders;
  const direction = sort === first ? 'ascending' : sort === second ? 'descending' : 'none';
  return (
    <th scope="col" data-number={number} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => onSort(sort === first ? second : first)}>
        {head}
        {direction === 'ascending' && <ArrowUpIcon size={14} />}
        {direction === 'descending' && <ArrowDownIcon size={14} />}
      </button>
    </th>
  );
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(count - 1, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  PageDown: (index, count) => Math.min(count - 1, index + 10),
  PageUp: (index) => Math.max(0, index - 10),
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Arrows lead from the row that has the focus to another, which is drawn first if it has to be. */
function useRowNavigation(body: React.RefObject<HTMLElement | null>, count: number) {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const index = wanted.current;
    if (index === null) return;
    const opener = body.current?.querySelector<HTMLElement>(`[data-index="${index}"] button, [data-index="${index}"] a`);
    if (!opener) return;
    wanted.current = null;
    opener.focus({ preventScroll: true });
    opener.closest('tr')?.scrollIntoView({ block: 'nearest' });
  });
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-index]');
    const isField = (event.target as HTMLElement).closest('input, select, textarea, [role=menu]') !== null;
    if (!step || !row || isField || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = step(Number(row.dataset['index']), count);
    const drawn = body.current?.querySelector<HTMLElement>(`[data-index="${next}"] button, [data-index="${next}"] a`);
    if (drawn) {
      drawn.focus({ preventScroll: true });
      drawn.closest('tr')?.scrollIntoView({ block: 'nearest' });
      return;
    }
    // Far away: the page goes there, and the row takes the focus when it is drawn.
    wanted.current = next;
    body.current?.scrollIntoView({ block: next === 0 ? 'start' : 'end' });
  };
}

interface NamedCellProps {
  picture: ReactNode;
  /** Link that opens the object. */
  title: ReactNode;
  badge?: ReactNode;
}

/** The cell of a table that names its row, with a picture of it. */
export function NamedCell({ picture, title, badge }: NamedCellProps) {
  return (
    <span className={styles.cell}>
      <span className={styles.picture}>{picture}</span>
      <span className={styles.title}>{title}</span>
      {badge}
    </span>
  );
}
