import type { EmergencyAlert } from '@vitrine/contract/emergency';
import { formatRelative } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { describeShown, isDone } from '../emergency-labels.ts';
import styles from './emergency.module.css';

/** The last alerts that have ended, and whether all screens showed them. */
export const AlertHistory = ({ alerts }: { alerts: readonly EmergencyAlert[] }) =>
  alerts.length > 0 && (
    <div className={styles.history}>
      <Panel title="Last alerts" isBare>
        <ul className={styles.list} aria-label="Last alerts">
          {alerts.map((alert) => (
            <li key={alert._id} className={styles.row}>
              <span className={styles.swatch} data-color={alert.color} aria-hidden="true" />
              <div className={styles.about}>
                <h3 className={styles.name}>{alert.title}</h3>
                <Text size="sm" tone="soft">
                  {`${formatRelative(alert.raisedAt)} · ${describeShown(alert)}`}
                </Text>
              </div>
              {alert.drill && <Badge tone="warning">Drill</Badge>}
              <Badge tone={isDone(alert) ? 'success' : 'danger'}>{isDone(alert) ? 'Done' : 'Not done'}</Badge>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
