import type { SlowStatement, SystemState } from '@vitrine/contract/system';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ExpandableText } from '../parts/long-text.tsx';
import styles from './system.module.css';

type SlowQueryRow = SlowStatement & { _id: string };

const SLOW_QUERY_COLUMNS: Column<SlowQueryRow>[] = [
  { head: 'Statement', cell: ({ text }) => <ExpandableText text={text} /> },
  { head: 'Calls', cell: ({ calls }) => calls.toLocaleString('en-US'), isNumber: true },
  { head: 'Mean', cell: ({ meanMs }) => `${meanMs} ms`, isNumber: true },
  { head: 'Slowest', cell: ({ maxMs }) => `${maxMs} ms`, isNumber: true },
];

const SLOW_QUERY_NOTES = {
  database: 'Statements with the longest total time (from pg_stat_statements).',
  processes: 'Statements that took 100 ms or more since the processes started.',
};

export function SlowQueriesPanel({ slow: { source, statements } }: Pick<SystemState, 'slow'>) {
  return (
    <Panel title="Slow queries" note={SLOW_QUERY_NOTES[source]} isBare>
      {statements.length === 0 && <p className={styles.soft}>No slow queries.</p>}
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
