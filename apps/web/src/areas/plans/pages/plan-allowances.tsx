import { useQuery } from '@tanstack/react-query';
import type { SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { Stack } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { storageOptions } from '../../accounts/api/entitlements.ts';
import { StorageBar } from '../../accounts/parts/plan-usage.tsx';
import styles from './subscription.module.css';

/** Use of each plan limit and of the storage. */
export function PlanAllowances({ plan, userId }: { plan: SubscriptionSummary; userId: string }) {
  const { data } = useQuery(storageOptions(userId));
  return (
    <Panel title="Plan limits">
      <ul className={styles.allowances}>
        <Allowance name="Devices" {...plan.devices} />
        <Allowance name="Playlists" {...plan.playlists} />
        <Allowance name="Albums" {...plan.albums} />
        <Allowance name="Shared albums" {...plan.sharingGroups} />
      </ul>
      {data && <StorageBar used={data.totalStorage} quota={data.quotaBytes} />}
    </Panel>
  );
}

function Allowance({ name, used, allowed }: { name: string; used: number; allowed: number | null }) {
  const isLimited = allowed !== null;
  return (
    <Stack as="li" gap={2}>
      <p className={styles.usage}>
        <span>{name}</span>
        <span data-over={isLimited && used > allowed ? '' : undefined}>
          <strong>{used}</strong> {isLimited ? `of ${allowed}` : '· unlimited'}
        </span>
      </p>
      {isLimited && <Progress value={allowed > 0 ? Math.min(100, (used / allowed) * 100) : 100} label={`${name} used`} />}
    </Stack>
  );
}
