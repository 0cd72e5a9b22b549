import { SOURCE_INTERVALS, SOURCE_LIMITS } from '@vitrine/contract/sources';
import { Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { suggestName } from '../source-draft.ts';
import { formatInterval } from '../source-labels.ts';
import { AddressField, type SourceFieldsProps, TimeZoneField } from './shared-source-fields.tsx';
import styles from './sources.module.css';
import { TableSourceFields } from './table-source-fields.tsx';
import { WeatherSourceFields } from './weather-source-fields.tsx';

/** Fields of a data source: its address or place, and its name. */
export function SourceFields(props: SourceFieldsProps) {
  const { draft, onChange, errors, hasInterval = false } = props;
  return (
    <Stack gap={4}>
      <KindFields {...props} />
      <TextField
        label="Name"
        hint="You choose the data by this name later."
        placeholder={suggestName(draft)}
        maxLength={SOURCE_LIMITS.name}
        autoComplete="off"
        value={draft.name}
        error={errors.get('name')}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      {hasInterval && draft.format !== 'typed' && <IntervalField {...props} />}
    </Stack>
  );
}

function KindFields(props: SourceFieldsProps) {
  switch (props.draft.kind) {
    case 'feed':
      return (
        <AddressField {...props} label="Address of the feed" placeholder="https://example.com/feed.xml">
          An RSS, Atom or JSON feed. News sites and blogs often link to it with the word “RSS”.
        </AddressField>
      );
    case 'calendar':
      return (
        <>
          <AddressField {...props} label="Address of the calendar" placeholder="https://example.com/calendar.ics">
            An iCal address, which often ends with .ics. Only you see it.
          </AddressField>
          <CalendarHelp />
          <TimeZoneField {...props} hint="For events without a time zone, and for days." />
        </>
      );
    case 'table':
      return <TableSourceFields {...props} />;
    case 'weather':
      return <WeatherSourceFields {...props} />;
  }
}

/** Explains where calendar programs show the secret address of a calendar. */
const CalendarHelp = () => (
  <details className={styles.help}>
    <summary>Where do I find the address?</summary>
    <dl>
      <dt>Google Calendar</dt>
      <dd>On a computer, open Settings and choose the calendar on the left. Copy “Secret address in iCal format”.</dd>
      <dt>Outlook and Microsoft 365</dt>
      <dd>Open Settings, then Calendar, then Shared calendars. Under “Publish a calendar”, publish it and copy the ICS link.</dd>
      <dt>Apple iCloud</dt>
      <dd>Open the Calendar app, tap the “i” next to the calendar, turn on “Public Calendar”, and share the link.</dd>
      <dt>Other calendars</dt>
      <dd>Search the settings of the calendar for “iCal”, “ICS”, “subscribe” or “webcal”.</dd>
    </dl>
  </details>
);

const INTERVALS = [5, 15, 30, 60, 180, 360, 720, 1440];

function IntervalField({ draft, onChange }: SourceFieldsProps) {
  const { min } = SOURCE_INTERVALS[draft.kind];
  const offered = new Set([...INTERVALS.filter((minutes) => minutes >= min), draft.intervalMinutes]);
  return (
    <SelectField
      label="Check for new data"
      value={String(draft.intervalMinutes)}
      options={[...offered].sort((a, b) => a - b).map((minutes) => ({ value: String(minutes), label: formatInterval(minutes) }))}
      onChange={({ target }) => onChange({ ...draft, intervalMinutes: Number(target.value) })}
    />
  );
}
