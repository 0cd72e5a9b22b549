import { type Environment, environment as environments } from '@vitrine/contract/console-devices';
import { rolloutPercent } from '@vitrine/contract/rollouts';
import { ROLLOUT_PERCENTS, type RolloutPercent } from '@vitrine/contract/version-limits';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { useState } from 'react';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useStartRollout } from './api/version-mutations.ts';
import { getRolloutScopeLabel } from './rollout-labels.ts';
import { getVersionRefusal, toastDone } from './version-toasts.ts';

const PERCENTS = ROLLOUT_PERCENTS.map((percent) => ({ value: String(percent), label: `${percent}%` }));
const ENVIRONMENTS = environments.options.map((value) => ({ value, label: value }));

interface StartRolloutDialogProps {
  /** The one that was asked for, if any. */
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
