import type { Rollout } from '@vitrine/contract/rollouts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useChangeRollout } from './api/version-mutations.ts';
import { formatVersion, getNextPercent, getRolloutScopeLabel } from './rollout-labels.ts';
import { versionToasts } from './version-toasts.ts';

/** What is asked once more before it is done to a staged update. */
export type RolloutConfirmation = 'next' | 'resume' | 'end';

interface ConfirmationTexts {
  title: string;
  consequence: string;
  confirmLabel: string;
  change: { percent?: Rollout['percent']; state?: 'running' | 'ended' };
}

function getConfirmationTexts(rollout: Rollout, question: RolloutConfirmation): ConfirmationTexts | undefined {
  const name = formatVersion(rollout);
  if (question === 'end')
    return {
      title: `End the update to ${name}?`,
      consequence:
        'No more screens receive this version. Screens that already have it keep it. You can’t undo this, but you can start a new update.',
      confirmLabel: 'End update',
      change: { state: 'ended' },
    };
  if (question === 'resume')
    return {
      title: `Resume the update to ${name}?`,
      consequence: `${rollout.reason ?? ''} The update continues with the remaining screens, and failures are counted from zero. Screens that rolled back are not updated again.`,
      confirmLabel: 'Resume update',
      change: { state: 'running' },
    };
  const percent = getNextPercent(rollout.percent);
  return (
    percent && {
      title: `Roll out to ${percent}%?`,
      consequence: `${name} will be installed on ${getRolloutScopeLabel({ ...rollout, percent })}, including screens that already have it. You can increase the share but not reduce it.`,
      confirmLabel: `Roll out to ${percent}%`,
      change: { percent },
    }
  );
}

interface RolloutDialogProps {
  rollout: Rollout | undefined;
  question: RolloutConfirmation | undefined;
  onClose: () => void;
}

/** Before a staged update goes on or ends: what that does, and to which screens. */
export function RolloutDialog({ rollout, question, onClose }: RolloutDialogProps) {
  const change = useChangeRollout({ ...versionToasts, onSettled: onClose });
  const asked = rollout && question ? getConfirmationTexts(rollout, question) : undefined;
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      onClose={onClose}
      onConfirm={() => rollout && asked && !change.isPending && change.mutate({ rollout, ...asked.change })}
      title={asked?.title ?? ''}
      consequence={asked?.consequence}
      confirmLabel={asked?.confirmLabel ?? ''}
      isBusy={change.isPending}
    />
  );
}
