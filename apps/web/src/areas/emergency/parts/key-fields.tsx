import { EMERGENCY_LIMITS } from '@vitrine/contract/emergency';
import { Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { FieldsProps, MessageDraft } from '../message-draft.ts';
import { DeviceChoices } from './device-choices.tsx';

const DIGITS = Array.from({ length: 9 }, (_, at) => ({ value: String(at + 1), label: `Ctrl + Alt + ${at + 1}` }));

/** Key combination on a keyboard or remote control of a screen that raises the message. */
export function KeyFields({ draft, onChange, errors }: FieldsProps) {
  const change = (fields: Partial<MessageDraft>) => onChange({ ...draft, ...fields });
  return (
    <Stack gap={3}>
      <SwitchField
        label="Also raise it by keys on a screen"
        isOn={draft.keyDigit !== null}
        onChange={(isOn) => change({ keyDigit: isOn ? 1 : null })}
      />
      {draft.keyDigit !== null && (
        <>
          <Text size="sm" tone="soft">
            Holding the keys for 3 seconds on a keyboard of one of these screens raises the message everywhere it is shown. On a remote
            control, the digit is held for 5 seconds. Everyone who reaches the keyboard can do this.
          </Text>
          <SelectField
            label="Keys"
            value={String(draft.keyDigit)}
            options={DIGITS}
            onChange={({ target }) => change({ keyDigit: Number(target.value) })}
          />
          <DeviceChoices
            label="Screens with these keys"
            chosen={draft.keyDevices}
            max={EMERGENCY_LIMITS.keyDevices}
            error={errors.get('key.deviceIds')}
            onChange={(keyDevices) => change({ keyDevices })}
          />
        </>
      )}
    </Stack>
  );
}
