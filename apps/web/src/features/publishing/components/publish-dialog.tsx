import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { keys } from '../../../lib/query-keys.ts';
import { isDownloadStarting } from '../../../lib/screen-progress.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { publishForecastOptions, publishPlaylist } from '../api/publishes.ts';
import { DeviceChoice } from './device-choice.tsx';
import styles from './publish-dialog.module.css';
import { PublishFollow } from './publish-follow.tsx';
import { PublishWait } from './publish-wait.tsx';

interface PublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
  playlist: { _id: string; name: string };
  /** Kept fresh by whoever shows this; the screens' progress is read from it. */
  devices: Device[];
}

/** choosing -> waiting (only when something is taken down for it) -> following each screen until it shows. */
type Step = 'choosing' | 'waiting' | 'following';

export function PublishDialog(props: PublishDialogProps) {
  return props.isOpen ? <PublishSteps {...props} /> : null;
}

function PublishSteps({ onClose, playlist, devices }: PublishDialogProps) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('choosing');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const targets = devices.filter(({ _id }) => chosen.includes(_id));
  const forecasts = useQuery({ ...publishForecastOptions(playlist._id, chosen), enabled: step === 'choosing' && chosen.length > 0 });
  const starting = devices.find((device) => isDownloadStarting(device));
  const publish = useMutation({
    mutationFn: () => publishPlaylist(playlist._id, [...chosen]),
    onSuccess: async ({ message }) => {
      if (message) toast.success(message);
      await Promise.all([keys.devices, keys.publishes].map((queryKey) => client.invalidateQueries({ queryKey })));
      setStep('following');
    },
    onError: (error) => {
      toast.error(messageOf(error));
      setStep('choosing');
    },
  });
  const start = () => {
    if (targets.some((device) => device.hasActivePlaylist)) setStep('waiting');
    else publish.mutate();
  };
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const footers = {
    choosing: (
      <>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" onClick={start} disabled={chosen.length === 0 || starting !== undefined} isLoading={publish.isPending}>
          Publish
        </Button>
      </>
    ),
    waiting: publish.isPending ? null : <Button onClick={() => setStep('choosing')}>Cancel</Button>,
    following: (
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    ),
  };
  return (
    <Dialog isOpen onClose={onClose} size="medium" title={`Publish “${playlist.name}”`} footer={footers[step]}>
      {step === 'choosing' && <DeviceChoice devices={devices} chosen={chosen} forecasts={forecasts.data ?? []} onToggle={toggle} />}
      {step === 'choosing' && starting && (
        <output className={styles.soft}>{starting.name} has just begun a download. It can be published to in a moment.</output>
      )}
      {step === 'waiting' && <PublishWait targets={targets} onOver={() => publish.mutate()} />}
      {step === 'following' && <PublishFollow devices={targets} onDone={onClose} />}
    </Dialog>
  );
}
