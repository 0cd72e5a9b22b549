import { type SourceSettingsOf, type SourceWidgetSettings, WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { FieldsProps } from './widget-form.ts';

/** Fields of a widget with a data source, apart from the source. */
export function SourceWidgetFields({ settings, onChange, errors }: FieldsProps<SourceWidgetSettings>) {
  switch (settings.type) {
    case 'headlines':
      return <HeadlinesFields settings={settings} onChange={onChange} errors={errors} />;
    case 'ticker':
      return (
        <SegmentedChoice label="Speed" value={settings.speed} choices={SPEEDS} onChange={(speed) => onChange({ ...settings, speed })} />
      );
    case 'agenda':
      return <AgendaFields settings={settings} onChange={onChange} errors={errors} />;
    case 'room':
      return (
        <TextField
          required
          label="Name of the room"
          placeholder="Room 5"
          maxLength={WIDGET_LIMITS.title}
          value={settings.name}
          error={errors.get('name')}
          onChange={({ target }) => onChange({ ...settings, name: target.value })}
        />
      );
    case 'weather':
      return <SegmentedChoice label="Unit" value={settings.unit} choices={UNITS} onChange={(unit) => onChange({ ...settings, unit })} />;
    case 'dataTable':
      return <TitleField settings={settings} onChange={onChange} errors={errors} />;
  }
}

const SPEEDS = [
  { value: 'slow', label: 'Slow' },
  { value: 'normal', label: 'Normal' },
  { value: 'fast', label: 'Fast' },
] as const;

const VIEWS = [
  { value: 'day', label: 'Today' },
  { value: 'week', label: 'Seven days' },
  { value: 'next', label: 'Next three' },
] as const;

const UNITS = [
  { value: 'celsius', label: 'Celsius' },
  { value: 'fahrenheit', label: 'Fahrenheit' },
] as const;

function HeadlinesFields({ settings, onChange, errors }: FieldsProps<SourceSettingsOf<'headlines'>>) {
  return (
    <>
      <TitleField settings={settings} onChange={onChange} errors={errors} hint="When empty, the name of the feed is shown." />
      <SwitchField
        label="Show summaries"
        isOn={settings.showSummaries}
        onChange={(showSummaries) => onChange({ ...settings, showSummaries })}
      />
    </>
  );
}

function AgendaFields({ settings, onChange, errors }: FieldsProps<SourceSettingsOf<'agenda'>>) {
  return (
    <>
      <SegmentedChoice label="Events" value={settings.view} choices={VIEWS} onChange={(view) => onChange({ ...settings, view })} />
      <TitleField settings={settings} onChange={onChange} errors={errors} hint="When empty, the name of the calendar is shown." />
    </>
  );
}

interface TitleFieldProps<Settings extends SourceWidgetSettings> extends FieldsProps<Settings> {
  hint?: string;
}

function TitleField<Settings extends SourceWidgetSettings & { title: string }>({
  settings,
  onChange,
  errors,
  hint,
}: TitleFieldProps<Settings>) {
  return (
    <TextField
      label="Title"
      hint={hint}
      maxLength={WIDGET_LIMITS.title}
      value={settings.title}
      error={errors.get('title')}
      onChange={({ target }) => onChange({ ...settings, title: target.value })}
    />
  );
}
