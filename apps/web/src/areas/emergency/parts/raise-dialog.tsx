import type { EmergencyMessage } from '@vitrine/contract/emergency';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRaiseMessage } from '../api/emergency.ts';
import { listDurations } from '../emergency-labels.ts';
import styles from './emergency.module.css';

interface RaiseDialogProps {
  isOpen: boolean;
  onClose: () => void;
  message: EmergencyMessage | undefined;
}

const KINDS = [
  { value: 'alert', label: 'Real alert' },
  { value: 'drill', label: 'Drill' },
] as const;

/** Second step of raising a message: shows what appears where, and confirms it. */
export const RaiseDialog = ({ isOpen, onClose, message }: RaiseDialogProps) => (
  <Dialog isOpen={isOpen && message !== undefined} onClose={onClose} title={`Raise “${message?.texts[0]?.title ?? ''}”?`}>
    {isOpen && message && <RaiseForm key={message._id} message={message} onClose={onClose} />}
  </Dialog>
);

function RaiseForm({ message, onClose }: { message: EmergencyMessage; onClose: () => void }) {
  const [kind, setKind] = useState<'alert' | 'drill'>('alert');
  const [minutes, setMinutes] = useState(message.minutes);
  const raise = useRaiseMessage({
    onSuccess: ({ drill }) => {
      toast.success(drill ? 'The drill was sent to the screens.' : 'The alert was sent to the screens.');
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    raise.mutate({ messageId: message._id, minutes, drill: kind === 'drill' });
  };
  const screens = formatCount(message.screens, 'screen');
  return (
    <form onSubmit={submit}>
      <Stack gap={4}>
        <div className={styles.preview} data-color={message.color}>
          {message.texts.map(({ language, title, text }) => (
            <div key={language} lang={language}>
              <strong>{title}</strong>
              {text && <p>{text}</p>}
            </div>
          ))}
        </div>
        <SegmentedChoice label="Kind of alert" value={kind} onChange={setKind} choices={KINDS} />
        <SelectField
          label="Ends after"
          value={String(minutes)}
          options={listDurations(message.minutes)}
          onChange={({ target }) => setMinutes(Number(target.value))}
        />
        <Text size="sm" tone="soft">
          It covers everything else on {screens}. Offline screens show it when they are back, until it ends.
        </Text>
        {raise.error && (
          <Text tone="danger" role="alert">
            {getErrorMessage(raise.error)}
          </Text>
        )}
        <Button kind="danger" type="submit" className={styles.confirm} isLoading={raise.isPending}>
          {kind === 'drill' ? `Start the drill on ${screens}` : `Show it on ${screens} now`}
        </Button>
      </Stack>
    </form>
  );
}
