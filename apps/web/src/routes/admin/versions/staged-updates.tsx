import { useInfiniteQuery } from '@tanstack/react-query';
import type { Rollout } from '@vitrine/contract/rollouts';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { useState } from 'react';
import { rolloutsOptions } from '../../../features/versions/api/rollouts.ts';
import { useChangeRollout } from '../../../features/versions/api/version-mutations.ts';
import { PastRollouts } from '../../../features/versions/components/past-rollouts.tsx';
import { RolloutCard } from '../../../features/versions/components/rollout-card.tsx';
import { RolloutDialog, type RolloutQuestion } from '../../../features/versions/components/rollout-dialogs.tsx';
import { StartRolloutDialog } from '../../../features/versions/components/start-rollout-dialog.tsx';
import { said } from '../../../features/versions/notices.ts';
import { messageOf } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { UpgradeIcon } from '../../../ui/icons.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { oneOf } from '../../search-values.ts';
import { useDialog } from '../../use-overlay.ts';
import styles from './versions.module.css';

const QUESTIONS = ['next', 'resume', 'end'] as const satisfies RolloutQuestion[];

/** Versions on their way to screens: those under way, and on demand those that ended. */
export function StagedUpdates({ versions, isEditable }: { versions: readonly DeviceVersion[]; isEditable: boolean }) {
  const list = useInfiniteQuery(rolloutsOptions);
  const dialog = useDialog();
  const change = useChangeRollout(said);
  const rollouts = list.data?.pages.flat() ?? [];
  const [underWay, ended] = [rollouts.filter(({ state }) => state !== 'ended'), rollouts.filter(({ state }) => state === 'ended')];
  const ask = (question: RolloutQuestion) => (rollout: Rollout) => dialog.open(question, rollout._id);
  const set = (state: 'running' | 'paused') => (rollout: Rollout) => !change.isPending && change.mutate({ rollout, state });
  const acts = {
    onPause: set('paused'),
    // Whoever goes on after it stopped by itself is told what that means.
    onResume: (rollout: Rollout) => (rollout.state === 'stopped' ? ask('resume') : set('running'))(rollout),
    onNextStage: ask('next'),
    onEnd: ask('end'),
  };
  return (
    <Panel
      title="Staged updates"
      note={list.isSuccess && underWay.length === 0 ? 'No update is under way.' : undefined}
      actions={
        isEditable && (
          <Button
            icon={<UpgradeIcon size={18} />}
            disabled={!versions.some(({ hasFiles }) => hasFiles)}
            onClick={() => dialog.open('start')}
          >
            Start an update
          </Button>
        )
      }
    >
      {list.isPending && <Skeleton style={{ height: 120 }} />}
      {list.error && !list.data && <LoadFailure message={messageOf(list.error)} onRetry={() => void list.refetch()} />}
      {underWay.map((rollout) => (
        <RolloutCard key={rollout._id} rollout={rollout} acts={isEditable ? acts : undefined} />
      ))}
      {ended.length > 0 && (
        <Past rollouts={ended}>
          {list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
        </Past>
      )}
      {isEditable && dialog.dialog === 'start' && versions.length > 0 && (
        <StartRolloutDialog versionId={dialog.target} versions={versions} onClose={dialog.close} />
      )}
      {isEditable && (
        <RolloutDialog
          rollout={underWay.find(({ _id }) => _id === dialog.target)}
          question={oneOf(dialog.dialog, QUESTIONS)}
          onClose={dialog.close}
        />
      )}
    </Panel>
  );
}

function Past({ rollouts, children }: { rollouts: readonly Rollout[]; children: React.ReactNode }) {
  const [areShown, setShown] = useState(false);
  return (
    <>
      <Button className={styles.past} kind="quiet" aria-expanded={areShown} onClick={() => setShown(!areShown)}>
        {areShown ? 'Hide those that ended' : 'Show those that ended'}
      </Button>
      {areShown && <PastRollouts rollouts={rollouts} />}
      {areShown && children}
    </>
  );
}
