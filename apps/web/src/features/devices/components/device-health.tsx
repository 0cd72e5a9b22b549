import type { ScreenHealth } from '@vitrine/contract/screens';
import { countOf, formatBytes } from '../../../lib/format.ts';
import { Progress } from '../../../ui/progress.tsx';
import { skewWords } from '../device-words.ts';
import styles from './device-facts.module.css';

/** How the screen is doing, as far as its browser tells. */
export function DeviceHealth({ health }: { health: ScreenHealth }) {
  const { storageUsedBytes: used, storageQuotaBytes: quota, memoryUsedBytes, heals, width, height } = health;
  const facts: [string, string][] = [
    ['Picture', width > 0 ? `${width} × ${height}` : 'Not available'],
    ['Clock', skewWords(health)],
    ['Memory', memoryUsedBytes ? formatBytes(memoryUsedBytes) : 'Not available'],
    ['Recovered', heals === 0 ? 'Never' : countOf(heals, 'time')],
  ];
  const hasStorage = used !== null && quota !== null && quota > 0;
  return (
    <section className={styles.panel} aria-labelledby="health">
      <h2 id="health" className={styles.title}>
        Health
      </h2>
      {hasStorage && (
        <div className={styles.storage}>
          <p>
            Storage: {formatBytes(used)} of {formatBytes(quota)}
          </p>
          <Progress value={Math.min(100, (used / quota) * 100)} label="Storage of the screen" />
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
