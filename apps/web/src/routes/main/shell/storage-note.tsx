import { useQuery } from '@tanstack/react-query';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { UpgradeLink } from '../../../entities/plans/upgrade.tsx';
import { storageOptions } from '../../../features/profile/api/storage.ts';
import { StorageBar } from '../../../features/profile/components/storage-summary.tsx';
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
