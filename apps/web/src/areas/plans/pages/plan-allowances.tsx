import type { SubscriptionSummary } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import styles from './plan-allowances.module.css';

/** How much of the plan is taken. `storage` stands below the other allowances. */
export function PlanAllowances({ plan, storage }: { plan: SubscriptionSummary; storage: ReactNode }) {
  return (
    <Panel title="Plan limits">
      <ul className={styles.allowances}>
        <Allowance name="Devices" {...plan.devices} />
        <Allowance name="Playlists" {...plan.playlists} />
        <Allowance name="Albums" {...plan.albums} />
        <Allowance name="Shared albums" {...plan.sharingGroups} />
      </ul>
      {storage}
    </Panel>
  );
}

function Allowance({ name, used, allowed }: { name: string; used: number; allowed: number | null }) {
  const isLimited = allowed !== null;
  return (
    <li className={styles.allowance}>
      <p className={styles.words}>
        <span>{name}</span>
        <span data-over={isLimited && used > allowed ? '' : undefined}>
          <strong>{used}</strong> {isLimited ? `of ${allowed}` : '· unlimited'}
        </span>
      </p>
      {isLimited && <Progress value={allowed > 0 ? Math.min(100, (used / allowed) * 100) : 100} label={`${name} used`} />}
    </li>
  );
}
