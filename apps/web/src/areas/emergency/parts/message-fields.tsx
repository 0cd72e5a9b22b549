import { CAP_SEVERITIES, EMERGENCY_COLORS, EMERGENCY_LIMITS, type EmergencyText } from '@vitrine/contract/emergency';
import { PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { CheckField, SwitchField } from '../../../ui/toggles.tsx';
import { PhotoField } from '../../widgets/parts/photo-field.tsx';
import { COLOR_LABELS, LANGUAGES, listDurations } from '../emergency-labels.ts';
import type { FieldsProps, MessageDraft } from '../message-draft.ts';
import styles from './emergency.module.css';
import { KeyFields } from './key-fields.tsx';
import { SoundFields } from './sound-fields.tsx';
import { TargetFields } from './target-fields.tsx';

const COLORS = EMERGENCY_COLORS.map((value) => ({ value, label: COLOR_LABELS[value] }));

export function MessageFields({ draft, onChange, errors }: FieldsProps) {
  const change = (fields: Partial<MessageDraft>) => onChange({ ...draft, ...fields });
  return (
    <Stack gap={4}>
      <TextsFields draft={draft} onChange={onChange} errors={errors} />
      <Row wrap gap={3}>
        <SelectField
          label="Color"
          value={draft.color}
          options={COLORS}
          onChange={({ target }) => change({ color: COLORS.find(({ value }) => value === target.value)?.value ?? draft.color })}
        />
        <SelectField
          label="Ends after"
          value={String(draft.minutes)}
          options={listDurations(draft.minutes)}
          onChange={({ target }) => change({ minutes: Number(target.value) })}
        />
      </Row>
      <Stack gap={2}>
        <Text weight="medium">Picture</Text>
        <PhotoField photoId={draft.mediaId} onChange={(mediaId) => change({ mediaId })} />
      </Stack>
      <SoundFields draft={draft} onChange={onChange} />
      <TargetFields draft={draft} onChange={onChange} errors={errors} />
      <CapFields draft={draft} onChange={onChange} />
      <KeyFields draft={draft} onChange={onChange} errors={errors} />
    </Stack>
  );
}

function TextsFields({ draft, onChange, errors }: FieldsProps) {
  const { texts } = draft;
  const changeText = (index: number, fields: Partial<EmergencyText>) =>
    onChange({ ...draft, texts: texts.map((text, place) => (place === index ? { ...text, ...fields } : text)) });
  const unused = LANGUAGES.find(({ value }) => !texts.some(({ language }) => language === value));
  return (
    <>
      {texts.map((text, index) => (
        // The place identifies the text, because its language can be changed.
        // biome-ignore lint/suspicious/noArrayIndexKey: texts have no ids.
        <fieldset key={index} className={styles.language}>
          <legend className={styles.legend}>{LANGUAGES.find(({ value }) => value === text.language)?.label ?? text.language}</legend>
          <Stack gap={3}>
            {texts.length > 1 && (
              <SelectField
                label="Language"
                value={text.language}
                options={LANGUAGES}
                onChange={({ target }) => changeText(index, { language: target.value })}
              />
            )}
            <TextField
              label="Title"
              required
              value={text.title}
              maxLength={EMERGENCY_LIMITS.titleMax}
              error={errors.get(`texts.${index}.title`)}
              onChange={({ target }) => changeText(index, { title: target.value })}
            />
            <TextAreaField
              label="Text"
              rows={3}
              value={text.text}
              maxLength={EMERGENCY_LIMITS.textMax}
              error={errors.get(`texts.${index}.text`)}
              onChange={({ target }) => changeText(index, { text: target.value })}
            />
            {texts.length > 1 && (
              <Button kind="quiet" onClick={() => onChange({ ...draft, texts: texts.filter((_, place) => place !== index) })}>
                Remove language
              </Button>
            )}
          </Stack>
        </fieldset>
      ))}
      {texts.length < EMERGENCY_LIMITS.texts && unused && (
        <Button
          icon={<PlusIcon size={18} />}
          onClick={() => onChange({ ...draft, texts: [...texts, { language: unused.value, title: '', text: '' }] })}
        >
          Add language
        </Button>
      )}
    </>
  );
}

function CapFields({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const change = (fields: Partial<MessageDraft>) => onChange({ ...draft, ...fields });
  const toggle = (severity: (typeof CAP_SEVERITIES)[number], isOn: boolean) =>
    change({ capSeverities: CAP_SEVERITIES.filter((one) => (one === severity ? isOn : draft.capSeverities.includes(one))) });
  return (
    <Stack gap={3}>
      <SwitchField label="Also raise it by CAP alerts" isOn={draft.hasCap} onChange={(hasCap) => change({ hasCap })} />
      {draft.hasCap && (
        <>
          <Text size="sm" tone="soft">
            Alerts of the Common Alerting Protocol come from your feeds, and from programs with an API token. Alerts that match all of these
            raise the message. An empty field matches all alerts.
          </Text>
          <TextField
            label="Areas, separated by commas"
            value={draft.capAreas}
            onChange={({ target }) => change({ capAreas: target.value })}
          />
          <TextField
            label="Events, separated by commas"
            value={draft.capEvents}
            onChange={({ target }) => change({ capEvents: target.value })}
          />
          <fieldset className={styles.language}>
            <legend className={styles.legend}>Severities</legend>
            <div className={styles.choices}>
              {CAP_SEVERITIES.map((severity) => (
                <CheckField
                  key={severity}
                  label={severity}
                  isOn={draft.capSeverities.includes(severity)}
                  onChange={(isOn) => toggle(severity, isOn)}
                />
              ))}
            </div>
          </fieldset>
        </>
      )}
    </Stack>
  );
}
