import { useQuery } from '@tanstack/react-query';
import type { AlertState } from '@vitrine/contract/alerts';
import { can } from '@vitrine/contract/capabilities';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { getActiveAlertMessage, getSettingFacts } from '../alert-labels.ts';
import { alertsOptions } from '../api/alerts.ts';
import styles from '../pages/system.module.css';
import { AlertsDialog } from './alerts-dialog.tsx';

/** What administrators are told by mail, what of it stands now, and who is told. */
export function AlertsPanel() {
  const { data, error, isPending, refetch } = useQuery(alertsOptions);
  const mayEdit = can(useSession(), 'alerts.edit');
  // As it was when editing began, whatever is read meanwhile.
  const [edited, setEdited] = useState<AlertState>();
  return (
    <Panel
      title="Alerts"
      note="Problems reported by email"
      actions={mayEdit && data && <Button onClick={() => setEdited(data)}>Edit alerts</Button>}
    >
      {isPending && <Skeleton style={{ height: 120 }} />}
      {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {data?.standing.map((alert) => (
        <p key={`${alert.kind} ${alert.subject}`} className={styles.failing}>
          {getActiveAlertMessage(alert)} (started {formatRelative(alert.since)})
        </p>
      ))}
      {data && (
        <div className={styles.wide}>
          <FactList
            facts={[
              ...getSettingFacts(data.settings),
              { term: 'Recipients', value: data.readers.join(', ') || 'None. Add an administrator to receive alerts.' },
            ]}
          />
        </div>
      )}
      {edited && <AlertsDialog state={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}
