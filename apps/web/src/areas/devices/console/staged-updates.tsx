import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Rollout } from '@vitrine/contract/rollouts';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { UpgradeIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { useChangeRollout } from './api/versions.ts';
import { RolloutCard } from './rollout-card.tsx';
import { type RolloutConfirmation, RolloutDialog } from './rollout-dialogs.tsx';
import { formatVersion, getRolloutScopeLabel, isRolloutActive } from './rollout-labels.ts';
import { versionToasts } from './version-toasts.ts';
import styles from './versions.module.css';

const CONFIRMATIONS = ['next', 'resume', 'end'] as const satisfies RolloutConfirmation[];

interface StagedUpdatesProps {
  list: UseInfiniteQueryResult<InfiniteData<Rollout[]>>;
  isEditable: boolean;
}

/** Versions on their way to screens: those under way, and on demand those that ended. */
export function StagedUpdates({ list, isEditable }: StagedUpdatesProps) {
  const dialog = useDialog();
  const change = useChangeRollout(versionToasts);
  const rollouts = list.data?.pages.flat() ?? [];
  const underWay = rollouts.filter(isRolloutActive);
  const ended = rollouts.filter((rollout) => !isRolloutActive(rollout));
  const ask = (question: RolloutConfirmation) => (rollout: Rollout) => dialog.open(question, rollout._id);
  const set = (state: 'running' | 'paused') => (rollout: Rollout) => !change.isPending && change.mutate({ rollout, state });
  const acts = {
    onPause: set('paused'),
    // Continuing after an automatic stop requires a confirmation.
    onResume: (rollout: Rollout) => (rollout.state === 'stopped' ? ask('resume') : set('running'))(rollout),
    onNextStage: ask('next'),
    onEnd: ask('end'),
  };
  return (
    <section className={styles.updates} aria-label="Staged updates">
      {list.isPending && <Skeleton style={{ height: 180 }} />}
      {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
      {list.data && underWay.length === 0 && (
        <EmptyState icon={<UpgradeIcon size={26} />} title="No updates in progress">
          A staged update installs a version on 1, 10, 50 or 100% of the screens. It stops automatically if too many screens fail.
        </EmptyState>
      )}
      {underWay.map((rollout) => (
        <RolloutCard key={rollout._id} rollout={rollout} acts={isEditable ? acts : undefined} />
      ))}
      {ended.length > 0 && (
        <PastUpdates rollouts={ended}>
          {list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
        </PastUpdates>
      )}
      {isEditable && (
        <RolloutDialog
          rollout={underWay.find(({ _id }) => _id === dialog.target)}
          question={readOneOf(dialog.dialog, CONFIRMATIONS)}
          onClose={dialog.close}
        />
      )}
    </section>
  );
}

function PastUpdates({ rollouts, children }: { rollouts: readonly Rollout[]; children: ReactNode }) {
  const [areShown, setShown] = useState(false);
  return (
    <>
      <Button className={styles.past} kind="quiet" aria-expanded={areShown} onClick={() => setShown(!areShown)}>
        {areShown ? 'Hide ended updates' : 'Show ended updates'}
      </Button>
      {areShown && <PastRollouts rollouts={rollouts} />}
      {areShown && children}
    </>
  );
}

const COLUMNS: Column<Rollout>[] = [
  { head: 'Version', cell: formatVersion },
  { head: 'Screens', cell: getRolloutScopeLabel },
  { head: 'Started', cell: ({ createdAt }) => formatDate(createdAt), isWhole: true },
  { head: 'Notified', cell: ({ told }) => String(told), isNumber: true },
  { head: 'Playing', cell: ({ running }) => String(running), isNumber: true },
];

/** Staged updates that ended, the newest first. */
const PastRollouts = ({ rollouts }: { rollouts: readonly Rollout[] }) => (
  <DataTable label="Ended updates" rows={rollouts} columns={COLUMNS} />
);
