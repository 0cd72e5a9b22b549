import type { SystemState } from '@vitrine/contract/system';
import { formatFileSize, formatRelative } from '../../../lib/format.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import styles from './system.module.css';

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);

/** Disk, database and mail. */
export function InfrastructurePanels({ state: { disk, database, mail } }: { state: SystemState }) {
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
