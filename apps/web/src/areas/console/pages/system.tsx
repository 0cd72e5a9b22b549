import { useQuery } from '@tanstack/react-query';
import type { SystemState } from '@vitrine/contract/system';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { systemOptions } from '../api/system.ts';
import { AlertsPanel } from '../parts/alerts-panel.tsx';
import { JobsPanel } from '../parts/jobs-panel.tsx';
import { InfrastructurePanels } from './ground-panels.tsx';
import { ProcessesPanel } from './processes-panel.tsx';
import { SlowQueriesPanel } from './slow-panel.tsx';
import styles from './system.module.css';

/** What the installation is made of: its processes and their jobs, and what they stand on. */
export function SystemPage() {
  const { data, error, isPending, refetch } = useQuery(systemOptions);
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
