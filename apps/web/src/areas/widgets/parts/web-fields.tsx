import { type FramingState, WEB_ADDRESS_MAX, WEB_REFRESH_MINUTES } from '@vitrine/contract/web-pages';
import type { SettingsOf } from '@vitrine/contract/widgets';
import { WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { CheckIcon, InfoIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FRAMING_ADVICE, FRAMING_MESSAGES, isFramingProblem } from '../../media/framing-labels.ts';
import type { FieldsProps } from './widget-form.ts';
import styles from './widgets.module.css';

const REFRESH_CHOICES = WEB_REFRESH_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: minutes === 0 ? 'Never' : minutes === 60 ? 'Every hour' : `Every ${minutes} minutes`,
}));

interface WebFieldsProps extends FieldsProps<SettingsOf<'web'>> {
  /** Result of the check of the stored address. Null when the entered address was not checked. */
  framing: FramingState | null;
}

export function WebFields({ settings, onChange, errors, framing }: WebFieldsProps) {
  return (
    <>
      <TextField
        required
        label="Address of the page"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        maxLength={WEB_ADDRESS_MAX}
        hint={
          framing === null
            ? 'When you save, we check whether the site allows screens to show it. Addresses in private networks aren’t checked.'
            : undefined
        }
        value={settings.address}
        error={errors.get('address')}
        onChange={({ target }) => onChange({ ...settings, address: target.value })}
      />
      {framing !== null && <FramingResult framing={framing} />}
      <SelectField
        label="Load again while it is shown"
        value={String(settings.refreshMinutes)}
        options={REFRESH_CHOICES}
        onChange={({ target }) =>
          onChange({ ...settings, refreshMinutes: WEB_REFRESH_MINUTES.find((minutes) => String(minutes) === target.value) ?? 0 })
        }
      />
      <TextField
        label="Text while the page can’t be reached"
        hint="Without a text, screens continue with the next item."
        maxLength={WIDGET_LIMITS.title}
        value={settings.fallbackText}
        error={errors.get('fallbackText')}
        onChange={({ target }) => onChange({ ...settings, fallbackText: target.value })}
      />
      <Text size="sm" tone="soft">
        Pages are shown without sound, can’t be operated on the screen, and don’t share the sign-ins of your browser.
      </Text>
    </>
  );
}

function FramingResult({ framing }: { framing: FramingState }) {
  const hasProblem = isFramingProblem(framing);
  return (
    <div role={hasProblem ? 'alert' : 'status'} className={styles.framing} data-problem={hasProblem ? '' : undefined}>
      <FramingIcon framing={framing} />
      <p>
        {FRAMING_MESSAGES[framing]} {FRAMING_ADVICE[framing]}
      </p>
    </div>
  );
}

function FramingIcon({ framing }: { framing: FramingState }) {
  if (framing === 'unchecked') return <Spinner size={18} />;
  if (framing === 'allowed') return <CheckIcon size={18} />;
  return framing === 'private' ? <InfoIcon size={18} /> : <WarningIcon size={18} />;
}
