import type { Rollout } from '@vitrine/contract/rollouts';
import { formatDate } from '../../../lib/format.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatVersion, getRolloutScopeLabel } from './rollout-labels.ts';

const COLUMNS: Column<Rollout>[] = [
  { head: 'Version', cell: formatVersion },
  { head: 'Screens', cell: getRolloutScopeLabel },
  { head: 'Started', cell: ({ createdAt }) => formatDate(createdAt), isWhole: true },
  { head: 'Notified', cell: ({ told }) => String(told), isNumber: true },
  { head: 'Playing', cell: ({ running }) => String(running), isNumber: true },
];

/** Staged updates that ended, the newest first. */
export const PastRollouts = ({ rollouts }: { rollouts: readonly Rollout[] }) => (
  <DataTable label="Ended updates" rows={rollouts} columns={COLUMNS} />
);
