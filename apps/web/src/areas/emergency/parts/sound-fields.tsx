import { EMERGENCY_SOUNDS } from '@vitrine/contract/emergency';
import { type PlayingTone, startTone } from '@vitrine/stage';
import { useEffect, useRef, useState } from 'react';
import { PlayIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { SOUND_LABELS } from '../emergency-labels.ts';
import type { FieldsProps, MessageDraft } from '../message-draft.ts';

const SOUNDS = EMERGENCY_SOUNDS.map((value) => ({ value, label: SOUND_LABELS[value] }));
/** Time in which a tone is played and repeated once. */
const PREVIEW_MS = 9000;

/** Tone that screens play while they show the message. */
export function SoundFields({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const change = (fields: Partial<MessageDraft>) => onChange({ ...draft, ...fields });
  return (
    <Stack gap={3}>
      <Row wrap gap={3} align="end">
        <SelectField
          label="Sound"
          value={draft.sound}
          options={SOUNDS}
          onChange={({ target }) => change({ sound: SOUNDS.find(({ value }) => value === target.value)?.value ?? 'none' })}
        />
        {draft.sound !== 'none' && <PreviewButton key={draft.sound} tone={draft.sound} />}
      </Row>
      {draft.sound !== 'none' && (
        <>
          <SwitchField label="Also on muted screens" isOn={draft.isSoundForced} onChange={(isSoundForced) => change({ isSoundForced })} />
          <Text size="sm" tone="soft">
            It is repeated until the alert ends, at the volume of the screen. New screens are muted.
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Plays the tone in this browser for a few seconds. */
function PreviewButton({ tone }: { tone: Exclude<MessageDraft['sound'], 'none'> }) {
  const [isPlaying, setPlaying] = useState(false);
  const stopRef = useRef<() => void>(undefined);
  useEffect(() => () => stopRef.current?.(), []);
  const play = async () => {
    const context = new AudioContext();
    let playing: PlayingTone | undefined;
    const timer = setTimeout(() => stopRef.current?.(), PREVIEW_MS);
    const stop = () => {
      stopRef.current = undefined;
      clearTimeout(timer);
      playing?.stop();
      void context.close();
      setPlaying(false);
    };
    stopRef.current = stop;
    setPlaying(true);
    await context.resume().catch(() => undefined);
    // The user may have stopped the preview or closed the dialog in the meantime.
    if (stopRef.current === stop) playing = startTone(context, tone);
  };
  if (!('AudioContext' in globalThis)) return null;
  return (
    <Button icon={isPlaying ? undefined : <PlayIcon size={18} />} onClick={() => (isPlaying ? stopRef.current?.() : void play())}>
      {isPlaying ? 'Stop' : 'Listen'}
    </Button>
  );
}
