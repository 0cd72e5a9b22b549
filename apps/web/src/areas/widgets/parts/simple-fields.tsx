import { type SettingsOf, WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { type ChangeEvent, useState } from 'react';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { getTimeZoneChoices } from '../../devices/time-zones.ts';
import { PhotoField } from './photo-field.tsx';
import type { FieldsProps } from './widget-form.ts';

/** Labels of the fields of a slide, by its design. */
const SLIDE_LABELS: Partial<Record<SettingsOf<'slide'>['template'], { title?: string; text?: string; detail?: string }>> = {
  quote: { title: 'Quote', text: 'Source', detail: 'Author' },
  event: { detail: 'Date and time' },
  offer: { detail: 'Price or discount' },
  hours: { text: 'Lines, such as “Monday: 9:00–18:00”', detail: 'Note' },
  list: { text: 'Points, one in each line', detail: 'Note' },
  number: { title: 'Number', text: 'What it counts', detail: 'Line above' },
  notice: { detail: 'Sender' },
};

export function SlideFields({ settings, onChange, errors }: FieldsProps<SettingsOf<'slide'>>) {
  const labels = SLIDE_LABELS[settings.template] ?? {};
  const hasPhoto = settings.template === 'pictureBeside' || settings.template === 'pictureBehind';
  // A date and a time are two lines.
  const Detail = settings.template === 'event' ? TextAreaField : TextField;
  return (
    <>
      {hasPhoto && <PhotoField photoId={settings.pictureId} onChange={(pictureId) => onChange({ ...settings, pictureId })} />}
      <TextField
        required
        label={labels.title ?? 'Title'}
        maxLength={WIDGET_LIMITS.title}
        value={settings.title}
        error={errors.get('title')}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      <TextAreaField
        label={labels.text ?? 'Text'}
        maxLength={WIDGET_LIMITS.text}
        value={settings.text}
        error={errors.get('text')}
        onChange={({ target }) => onChange({ ...settings, text: target.value })}
      />
      <Detail
        label={labels.detail ?? 'Short line'}
        maxLength={WIDGET_LIMITS.detail}
        value={settings.detail}
        error={errors.get('detail')}
        onChange={({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ ...settings, detail: target.value })}
      />
    </>
  );
}

const FACES = [
  { value: 'digital', label: 'Digits' },
  { value: 'analogue', label: 'Hands' },
] as const;
const HOURS = [
  { value: '24', label: '24 hours' },
  { value: '12', label: '12 hours' },
] as const;

export function ClockFields({ settings, onChange, errors }: FieldsProps<SettingsOf<'clock'>>) {
  const [zones] = useState(() => getTimeZoneChoices(new Date(), settings.timeZone ?? 'UTC'));
  return (
    <>
      <SegmentedChoice label="Face" value={settings.face} choices={FACES} onChange={(face) => onChange({ ...settings, face })} />
      {settings.face === 'digital' && (
        <SegmentedChoice label="Hours" value={settings.hours} choices={HOURS} onChange={(hours) => onChange({ ...settings, hours })} />
      )}
      <SwitchField label="Show seconds" isOn={settings.showSeconds} onChange={(showSeconds) => onChange({ ...settings, showSeconds })} />
      <SwitchField label="Show the date" isOn={settings.showDate} onChange={(showDate) => onChange({ ...settings, showDate })} />
      <SelectField
        label="Time zone"
        value={settings.timeZone ?? ''}
        placeholder="Time zone of the screen"
        options={zones}
        onChange={({ target }) => onChange({ ...settings, timeZone: target.value || null })}
      />
      <TextField
        label="Label, such as a city"
        maxLength={WIDGET_LIMITS.detail}
        value={settings.label}
        error={errors.get('label')}
        onChange={({ target }) => onChange({ ...settings, label: target.value })}
      />
    </>
  );
}

export function CountdownFields({ settings, onChange, errors }: FieldsProps<SettingsOf<'countdown'>>) {
  return (
    <>
      <TextField
        required
        label="Title"
        maxLength={WIDGET_LIMITS.title}
        value={settings.title}
        error={errors.get('title')}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      <TextField
        required
        label="Date and time"
        type="datetime-local"
        hint="By the clock at the screen."
        value={settings.target}
        error={errors.get('target')}
        onChange={({ target }) => onChange({ ...settings, target: target.value })}
      />
      <TextField
        label="Text afterwards"
        hint="Without a text, the title is shown."
        maxLength={WIDGET_LIMITS.title}
        value={settings.doneText}
        error={errors.get('doneText')}
        onChange={({ target }) => onChange({ ...settings, doneText: target.value })}
      />
    </>
  );
}

export function QrCodeFields({ settings, onChange, errors }: FieldsProps<SettingsOf<'qrCode'>>) {
  return (
    <>
      <TextAreaField
        required
        label="Address or text in the code"
        maxLength={WIDGET_LIMITS.qrContent}
        value={settings.content}
        error={errors.get('content')}
        onChange={({ target }) => onChange({ ...settings, content: target.value })}
      />
      <TextField
        label="Title"
        maxLength={WIDGET_LIMITS.title}
        value={settings.title}
        error={errors.get('title')}
        onChange={({ target }) => onChange({ ...settings, title: target.value })}
      />
      <TextAreaField
        label="Text"
        maxLength={WIDGET_LIMITS.text}
        value={settings.text}
        error={errors.get('text')}
        onChange={({ target }) => onChange({ ...settings, text: target.value })}
      />
    </>
  );
}
