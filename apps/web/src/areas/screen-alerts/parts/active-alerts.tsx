import { Link } from '@tanstack/react-router';
import type { ActiveScreenAlert, ScreenAlerts } from '@vitrine/contract/screen-alerts';
import { formatRelative } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { ACTIVE_LABELS } from '../alert-labels.ts';
import styles from './screen-alerts.module.css';

/** Problems that were reported and still exist. */
export const ActiveAlerts = ({ active, activeCount }: Pick<ScreenAlerts, 'active' | 'activeCount'>) => (
  <Panel title="Active now" note={activeCount > 0 ? activeCount.toLocaleString('en-US') : undefined}>
    {activeCount === 0 && <Text tone="soft">No active alerts. Problems of your screens, data sources and feeds appear here.</Text>}
    {activeCount > 0 && (
      <ul className={styles.list} aria-label="Active alerts">
        {active.map((alert) => (
          <li key={`${alert.kind} ${alert.deviceId ?? alert.name}`} className={styles.row}>
            <span className={styles.name}>
              <SubjectLink alert={alert} /> {ACTIVE_LABELS[alert.kind]}
            </span>
            <Text as="span" size="sm" tone="soft">
              {formatRelative(alert.since)}
            </Text>
          </li>
        ))}
      </ul>
    )}
    {activeCount > active.length && <Text tone="soft">{`and ${(activeCount - active.length).toLocaleString('en-US')} more`}</Text>}
  </Panel>
);

function SubjectLink({ alert: { kind, deviceId, name } }: { alert: ActiveScreenAlert }) {
  if (deviceId !== null)
    return (
      <Link to="/main/device/devicedetailpage" search={{ deviceId }}>
        {name}
      </Link>
    );
  if (kind === 'feed') return <Link to="/main/emergency">{name}</Link>;
  return (
    <Link to="/main/sources" search={{ open: false }}>
      {name}
    </Link>
  );
}
