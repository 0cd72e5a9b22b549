import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../../lib/format.ts';
import { FactGrid } from '../../../ui/details.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { storageOptions } from '../api/entitlements.ts';
import styles from './storage-summary.module.css';

/** How much of the storage is taken, once the server has told; nothing is guessed. */
export function StorageSummary({ userId }: { userId: string }) {
  const { data } = useQuery(storageOptions(userId));
  if (!data) return null;
  const facts: [string, string][] = [
    ['Photos', `${data.imageCount} · ${formatBytes(data.totalImageStorage)}`],
    ['Videos', `${data.videoCount} · ${formatBytes(data.totalVideoStorage)}`],
    ['Albums', String(data.totalAlbumCount)],
    ['Playlists', String(data.playlistCount)],
  ];
  return (
    <Panel title="Storage">
      <StorageBar used={data.totalStorage} quota={data.quotaBytes} />
      <FactGrid facts={facts} />
    </Panel>
  );
}

export function StorageBar({ used, quota }: { used: number; quota: number }) {
  const percent = quota > 0 ? Math.min(100, (used / quota) * 100) : 0;
  return (
    <div className={styles.storage}>
      <Progress value={percent} label="Storage used" />
      <p className={styles.words}>
        <strong>{formatBytes(used)}</strong> of {quota / 1e9} GB used
        <span className={styles.percent}>{percent > 0 && percent < 1 ? 'less than 1' : Math.round(percent)}%</span>
      </p>
    </div>
  );
}
