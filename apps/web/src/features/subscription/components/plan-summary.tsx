import type { SubscriptionSummary } from '@vitrine/contract/subscriptions';
import type { ReactNode } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import styles from './plan-summary.module.css';

const DAY_MS = 86_400_000;
const STATUS = { active: { tone: 'success', word: 'Active' }, expired: { tone: 'danger', word: 'Expired' } } as const;

/** What the plan is, until when, and how much of it is taken. `storage` stands below the other allowances. */
export function PlanSummary({ plan, storage }: { plan: SubscriptionSummary; storage: ReactNode }) {
  const { tone, word } = STATUS[plan.status];
  const facts: [string, string][] = [
    ['Plan', `${plan.planName} Plan`],
    ['Interval', plan.isTrial ? '30-day trial' : '—'],
    [plan.status === 'active' && !plan.isTrial ? 'Next Billing Date' : 'Expire on', formatDate(plan.endDate)],
    ['Devices', String(plan.devices.allowed)],
    ['Users', String(plan.users)],
    ['Price', 'Free'],
  ];
  return (
    <>
      <Panel title={`${plan.planName} Plan`} note={sentenceOf(plan)} actions={<Badge tone={tone}>{word}</Badge>}>
        <FactGrid facts={facts} />
      </Panel>
      <Panel title="What it allows">
        <ul className={styles.allowances}>
          <Allowance name="Devices" {...plan.devices} />
          <Allowance name="Playlists" {...plan.playlists} />
          <Allowance name="Albums" {...plan.albums} />
        </ul>
        {storage}
      </Panel>
    </>
  );
}

function Allowance({ name, used, allowed }: { name: string; used: number; allowed: number }) {
  return (
    <li className={styles.allowance}>
      <p className={styles.words}>
        <span>{name}</span>
        <span data-over={used > allowed ? '' : undefined}>
          <strong>{used}</strong> of {allowed}
        </span>
      </p>
      <Progress value={Math.min(100, (used / allowed) * 100)} label={`${name} used`} />
    </li>
  );
}

function sentenceOf({ status, endDate }: SubscriptionSummary): string {
  if (status === 'expired') return 'The trial is over. New uploads and new devices wait; what is there stays and keeps playing.';
  const days = Math.max(1, Math.ceil((new Date(endDate).getTime() - Date.now()) / DAY_MS));
  return days === 1 ? 'The trial ends within a day.' : `${days} days of the trial are left.`;
}
