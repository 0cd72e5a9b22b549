import type { ScreenHealth } from '@vitrine/contract/screens';
import { formatBytes, formatCount, formatLimit } from '../../../lib/format.ts';
import { Progress } from '../../../ui/progress.tsx';
import { getClockSkewLabel } from '../device-labels.ts';
import styles from './device-info-panels.module.css';

/** How the screen is doing, as far as its browser tells. */
export function DeviceHealth({ health }: { health: ScreenHealth }) {
  const { storageUsedBytes: used, storageQuotaBytes: quota, memoryUsedBytes, heals, width, height } = health;
  // Not every browser tells each of them; what is not known has no row.
  const facts: [string, string][] = [
    ...(width > 0 ? [['Resolution', `${width} × ${height}`] satisfies [string, string]] : []),
    ['Clock', getClockSkewLabel(health)],
    ...(memoryUsedBytes ? [['Memory', formatBytes(memoryUsedBytes)] satisfies [string, string]] : []),
    ['Restarted after a failure', heals === 0 ? 'Never' : formatCount(heals, 'time')],
  ];
  const hasStorage = used !== null && quota !== null && quota > 0;
  return (
    <section className={styles.panel} aria-labelledby="health">
      <h2 id="health" className={styles.title}>
        Health
      </h2>
      {hasStorage && (
        <div className={styles.storage}>
          <p>{used > 0 ? `Storage: ${formatBytes(used)} of ${formatLimit(quota)} used` : `Storage: ${formatLimit(quota)} free`}</p>
          <Progress value={Math.min(100, (used / quota) * 100)} label="Screen storage" />
        </div>
      )}
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
