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
        {host} · {pid} {isThis && <Badge>This process</Badge>}
      </>
    ),
  },
  { head: 'Roles', cell: ({ roles }) => roles.join(', ') || '–' },
  { head: 'Version', cell: ({ version, nodeVersion }) => `${version || '–'} on Node ${nodeVersion || '–'}` },
  { head: 'Started', cell: ({ startedAt }) => formatRelative(startedAt), isWhole: true },
  { head: 'Last heartbeat', cell: ({ beatAt }) => formatRelative(beatAt), isWhole: true },
  { head: 'Event loop delay', cell: ({ loopDelayMs }) => (loopDelayMs === null ? '–' : `${loopDelayMs} ms`), isNumber: true },
  { head: 'Memory', cell: ({ memory }) => (memory === null ? '–' : formatFileSize(memory)), isNumber: true },
];

/** Those that were heard of in the last minute. */
export function ProcessesPanel({ processes }: { processes: readonly ProcessRow[] }) {
  const isWorked = processes.some(({ roles }) => roles.includes('worker'));
  return (
    <Panel title="Processes" note={formatCount(processes.length, 'process', 'processes')} isBare>
      {!isWorked && (
        <p className={styles.failing}>
          No worker is running, so emails and video processing are paused. Start a process with ROLES=worker.
        </p>
      )}
      <DataTable label="Processes" rows={processes} columns={PROCESS_COLUMNS} />
    </Panel>
  );
}
