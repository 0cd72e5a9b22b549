import { useQuery } from '@tanstack/react-query';
import { can } from '@vitrine/contract/capabilities';
import type { ProcessRow, SlowStatement, SystemState } from '@vitrine/contract/system';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount, formatFileSize, formatRelative } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Progress, Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { systemOptions } from '../api/system.ts';
import { AlertsPanel } from '../parts/alerts-panel.tsx';
import { ExpandableText, JobsPanel } from '../parts/jobs-panel.tsx';
import { SecondFactorPanel } from '../parts/second-factor-panel.tsx';
import { ServerMovePanel } from '../parts/server-move-panel.tsx';
import styles from './system.module.css';

/** Page of the installation: its processes, jobs and services. */
export function SystemPage() {
  const { data, error, isPending, refetch } = useQuery(systemOptions);
  const session = useSession();
  const mayRequire = can(session, 'secondFactor.require');
  const mayMove = can(session, 'server.move');
  return (
    <>
      <PageHeader title="System" note={data && getVersionsLabel(data)} />
      {isPending && (
        <div className={styles.page}>
          <Skeleton style={{ height: 160 }} />
          <Skeleton style={{ height: 160 }} />
          <Skeleton style={{ height: 240 }} />
        </div>
      )}
      {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {data && (
        <div className={styles.page}>
          <InfrastructurePanels state={data} />
          <AlertsPanel />
          {mayRequire && <SecondFactorPanel />}
          {mayMove && <ServerMovePanel />}
          <ProcessesPanel processes={data.processes} />
          <JobsPanel counts={data.jobs} />
          <SlowQueriesPanel slow={data.slow} />
        </div>
      )}
    </>
  );
}

const getVersionsLabel = ({ processes }: SystemState): string => {
  const { version, nodeVersion } = processes.find(({ isThis }) => isThis) ?? processes[0] ?? {};
  return [version && `Vitrine ${version}`, nodeVersion && `Node ${nodeVersion}`].filter(Boolean).join(' · ');
};

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

/** Disk, database and mail. */
function InfrastructurePanels({ state: { disk, database, mail } }: { state: SystemState }) {
  const used = percent(disk.total - disk.free, disk.total);
  return (
    <div className={styles.ground}>
      <Panel title="Disk" note={disk.folder}>
        <Progress value={used} label="Disk used" />
        <FactList
          facts={[
            {
              term: 'Free',
              value: (
                <span className={disk.isLow ? styles.failing : undefined}>
                  {`${formatFileSize(disk.free)} of ${formatFileSize(disk.total)}${disk.isLow ? ', nearly full' : ''}`}
                </span>
              ),
            },
          ]}
        />
      </Panel>
      <Panel title="Database" note={`PostgreSQL ${database.version}`}>
        <FactList
          facts={[
            { term: 'Size', value: formatFileSize(database.size) },
            { term: 'Connections', value: `${database.connections} of ${database.connectionsMax}` },
            { term: 'Schema', value: database.schema },
          ]}
        />
      </Panel>
      <Panel
        title="Email"
        note={mail.isSent ? 'Sent through SMTP' : 'No SMTP server is configured, so emails are saved as files and not sent.'}
      >
        <FactList
          facts={[
            { term: mail.isSent ? 'Last sent' : 'Last saved', value: mail.sentAt ? formatRelative(mail.sentAt) : 'Never' },
            ...(mail.failedAt
              ? [
                  {
                    term: 'Last failure',
                    value: <MailFailure mail={mail} />,
                  },
                ]
              : []),
          ]}
        />
      </Panel>
    </div>
  );
}

/** Told in red until one is sent again. */
function MailFailure({ mail: { sentAt, failedAt, error } }: Pick<SystemState, 'mail'>) {
  const isStanding = failedAt !== null && (sentAt === null || sentAt < failedAt);
  return (
    <span className={isStanding ? styles.failing : undefined}>
      {failedAt && formatRelative(failedAt)}: {error}
    </span>
  );
}

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

/** Processes with a heartbeat in the last minute. */
function ProcessesPanel({ processes }: { processes: readonly ProcessRow[] }) {
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

function SlowQueriesPanel({ slow: { source, statements } }: Pick<SystemState, 'slow'>) {
  return (
    <Panel title="Slow queries" note={SLOW_QUERY_NOTES[source]} isBare>
      {statements.length === 0 && (
        <Text tone="soft" size="sm">
          No slow queries.
        </Text>
      )}
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
