import type { ProcessRow } from '@vitrine/contract/system';
import { formatCount, formatFileSize, formatRelative } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Panel } from '../../../ui/panel.tsx';
import styles from './system.module.css';

const PROCESS_COLUMNS: Column<ProcessRow>[] = [
  {
    head: 'Process',
    cell: ({ host, pid, isThis }) => (
      <>
        {host} · {pid} {isThis && <Badge>answers this page</Badge>}
      </>
    ),
  },
  { head: 'Does', cell: ({ roles }) => roles.join(', ') || '–' },
  { head: 'Version', cell: ({ version, nodeVersion }) => `${version || '–'} on Node ${nodeVersion || '–'}` },
  { head: 'Since', cell: ({ startedAt }) => formatRelative(startedAt), isWhole: true },
  { head: 'Last heard', cell: ({ beatAt }) => formatRelative(beatAt), isWhole: true },
  { head: 'Loop delay', cell: ({ loopDelayMs }) => (loopDelayMs === null ? '–' : `${loopDelayMs} ms`), isNumber: true },
  { head: 'Memory', cell: ({ memory }) => (memory === null ? '–' : formatFileSize(memory)), isNumber: true },
];

/** Those that were heard of in the last minute. */
export function ProcessesPanel({ processes }: { processes: readonly ProcessRow[] }) {
  const isWorked = processes.some(({ roles }) => roles.includes('worker'));
  return (
    <Panel title="Processes" note={formatCount(processes.length, 'process', 'processes')} isBare>
      {!isWorked && <p className={styles.failing}>No process has the role worker: mails and videos wait.</p>}
      <DataTable label="Processes" rows={processes} columns={PROCESS_COLUMNS} />
    </Panel>
  );
}
