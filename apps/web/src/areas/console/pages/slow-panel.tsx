import type { SlowStatement, SystemState } from '@vitrine/contract/system';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ExpandableText } from '../parts/long-text.tsx';
import styles from './system.module.css';

type SlowQueryRow = SlowStatement & { _id: string };

const SLOW_QUERY_COLUMNS: Column<SlowQueryRow>[] = [
  { head: 'Statement', cell: ({ text }) => <ExpandableText text={text} /> },
  { head: 'Times', cell: ({ calls }) => calls.toLocaleString('en-US'), isNumber: true },
  { head: 'Mean', cell: ({ meanMs }) => `${meanMs} ms`, isNumber: true },
  { head: 'Slowest', cell: ({ maxMs }) => `${maxMs} ms`, isNumber: true },
];

const SLOW_QUERY_NOTES = {
  database: 'Counted by pg_stat_statements: what took longest in all.',
  processes: 'As the processes measured since they started: statements that took 100 ms or more.',
};

export function SlowQueriesPanel({ slow: { source, statements } }: Pick<SystemState, 'slow'>) {
  return (
    <Panel title="Slow queries" note={SLOW_QUERY_NOTES[source]} isBare>
      {statements.length === 0 && <p className={styles.soft}>None.</p>}
      {statements.length > 0 && (
        <DataTable
          label="Slow queries"
          rows={statements.map((statement) => ({ ...statement, _id: statement.text }))}
          columns={SLOW_QUERY_COLUMNS}
        />
      )}
    </Panel>
  );
}
