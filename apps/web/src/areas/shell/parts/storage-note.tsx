import { useQuery } from '@tanstack/react-query';
import { storageOptions } from '../../accounts/api/entitlements.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { StorageBar } from '../../accounts/parts/storage-summary.tsx';
import { UpgradeLink } from '../../accounts/parts/upgrade-link.tsx';
import styles from './navigation.module.css';

/** At the foot of the open drawer, for those who have a plan; nothing until the server has told the figures. */
export function StorageNote({ userId, orgId }: OwnerScope) {
  const { data } = useQuery(storageOptions(userId, orgId));
  if (!data) return null;
  return (
    <div className={styles.storage}>
      <StorageBar used={data.totalStorage} quota={data.quotaBytes} />
      <UpgradeLink kind="secondary" />
    </div>
  );
}
