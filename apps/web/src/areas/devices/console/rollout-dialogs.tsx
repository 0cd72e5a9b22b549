import { type Environment, environment as environments } from '@vitrine/contract/console-devices';
import { type Rollout, rolloutPercent } from '@vitrine/contract/rollouts';
import { ROLLOUT_PERCENTS, type RolloutPercent } from '@vitrine/contract/version-limits';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useChangeRollout, useStartRollout } from './api/versions.ts';
import { formatVersion, getNextPercent, getRolloutScopeLabel } from './rollout-labels.ts';
import { getVersionRefusal, toastDone, versionToasts } from './version-toasts.ts';

/** Changes to a rollout that are confirmed. */
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

/** Confirmation that explains the effect of continuing or ending a rollout. */
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

const PERCENTS = ROLLOUT_PERCENTS.map((percent) => ({ value: String(percent), label: `${percent}%` }));
const ENVIRONMENTS = environments.options.map((value) => ({ value, label: value }));

interface StartRolloutDialogProps {
  /** The preselected version, if any. */
  versionId: string | undefined;
  versions: readonly DeviceVersion[];
  onClose: () => void;
  onStarted: () => void;
}

/** Gives a version to a share of the screens of its platform. */
export function StartRolloutDialog({ versionId, versions, onClose, onStarted }: StartRolloutDialogProps) {
  const choices = versions.filter(({ hasFiles }) => hasFiles);
  const [chosenId, setChosenId] = useState(versionId ?? choices[0]?._id ?? '');
  const [environment, setEnvironment] = useState<Environment>('test');
  const [percent, setPercent] = useState<RolloutPercent>(1);
  const chosen = choices.find(({ _id }) => _id === chosenId);
  const start = useStartRollout({
    onSuccess: (answer) => {
      toastDone(answer);
      onStarted();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Start staged update"
      description="The version is installed on a share of the screens. The update stops automatically if too many of them fail to play it."
      submitLabel="Start update"
      isSubmitting={start.isPending}
      isSubmitDisabled={!chosen}
      failure={start.error ? getVersionRefusal(start.error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) start.mutate({ versionId: chosen._id, environment, percent });
      }}
    >
      <SelectField
        label="Version"
        options={choices.map(({ _id, name, versionCode, platform }) => ({ value: _id, label: `${name} (${versionCode}), ${platform}` }))}
        value={chosenId}
        onChange={(event) => setChosenId(event.target.value)}
      />
      <SelectField
        label="Environment"
        options={ENVIRONMENTS}
        value={environment}
        onChange={(event) => setEnvironment(environments.catch('test').parse(event.target.value))}
      />
      <SelectField
        label="Share of screens"
        options={PERCENTS}
        value={String(percent)}
        onChange={(event) => setPercent(rolloutPercent.catch(1).parse(Number(event.target.value)))}
      />
      {chosen && (
        <p>{getRolloutScopeLabel({ percent, environment, platform: chosen.platform })} will receive this version, one after another.</p>
      )}
    </FormDialog>
  );
}
