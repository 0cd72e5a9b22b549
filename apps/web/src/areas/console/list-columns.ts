import type { ListColumn } from '../../ui/list-table.tsx';

/** Returns the columns that fit next to the details of a row. All of them would leave no width for the name. */
export const selectColumnsBesidePanel = <Row, Sort extends string>(columns: readonly ListColumn<Row, Sort>[]): ListColumn<Row, Sort>[] =>
  columns.filter(({ staysBesidePanel }, index) => index === 0 || staysBesidePanel);
