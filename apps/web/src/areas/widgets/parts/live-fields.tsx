import { LIVE_ADDRESS_MAX, parseLiveAddress } from '@vitrine/contract/live-address';
import { type SettingsOf, WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { FieldsProps } from './widget-form.ts';

export function LiveFields({ settings, onChange, errors }: FieldsProps<SettingsOf<'live'>>) {
  const source = parseLiveAddress(settings.address);
  const provider = 'error' in source ? null : source.provider;
  return (
    <>
      <TextField
        required
        label="Address of the stream"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={LIVE_ADDRESS_MAX}
        hint={ADDRESS_HINTS[provider ?? 'none']}
        value={settings.address}
        error={errors.get('address')}
        onChange={({ target }) => onChange({ ...settings, address: target.value })}
      />
      <TextField
        label="Title"
        hint="Shown in albums and previews instead of the stream."
        maxLength={WIDGET_LIMITS.title}
        value={settings.title}
        error={errors.get('title')}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      {provider !== 'youtube' && (
        <SwitchField label="Play sound" isOn={settings.hasSound} onChange={(hasSound) => onChange({ ...settings, hasSound })} />
      )}
      <TextField
        label="Text while the stream can’t be played"
        hint="Without a text, screens continue with the next item."
        maxLength={WIDGET_LIMITS.title}
        value={settings.fallbackText}
        error={errors.get('fallbackText')}
        onChange={({ target }) => onChange({ ...settings, fallbackText: target.value })}
      />
      <Text size="sm" tone="soft">
        {provider === 'youtube'
          ? 'YouTube plays without sound. Videos that are not live start again at their end. Some owners don’t allow their videos on other sites.'
          : 'Screens play the stream directly from its server, which must allow this. The volume of the device applies.'}
      </Text>
    </>
  );
}

const ADDRESS_HINTS = {
  none: 'A link to a YouTube video or live stream, or an HLS address, which ends in .m3u8.',
  youtube: 'YouTube video',
  hls: 'HLS stream',
} as const;
