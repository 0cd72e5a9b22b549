import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { WeekdaysField } from '../../../ui/weekdays-field.tsx';
import { parsePeriod, type ScreenTimesErrors, type ScreenTimesFields } from '../screen-times-form.ts';
import { formatPeriod } from '../screen-times-labels.ts';
import styles from './screen-times-fieldset.module.css';

const KEEP = { value: 'keep', label: 'Don’t change' };
const STAYS = [
  { value: 'playlist', label: 'As set in the playlist' },
  { value: 'own', label: 'Own duration' },
];
const SHOWN = [
  { value: 'always', label: 'Always' },
  { value: 'period', label: 'Only at certain times' },
];

interface ScreenTimesFieldsetProps {
  fields: ScreenTimesFields;
  errors: ScreenTimesErrors;
  isVideo: boolean;
  /** True for several items, which may keep their settings. */
  isSelection: boolean;
  onChange: (change: Partial<ScreenTimesFields>) => void;
}

export function ScreenTimesFieldset({ fields, errors, isVideo, isSelection, onChange }: ScreenTimesFieldsetProps) {
  const { stays, seconds, shown } = fields;
  const keep = isSelection ? [KEEP] : [];
  return (
    <>
      {!isVideo && (
        <SelectField
          label="Stays on screen"
          value={stays}
          options={[...keep, ...STAYS]}
          onChange={({ target }) => onChange({ stays: target.value as typeof stays })}
        />
      )}
      {!isVideo && stays === 'own' && (
        <TextField
          required
          label="Seconds"
          type="number"
          inputMode="numeric"
          min={1}
          max={3600}
          value={seconds}
          error={errors.seconds}
          hint={isSelection ? 'Videos keep their own length.' : undefined}
          onChange={({ target }) => onChange({ seconds: target.value })}
        />
      )}
      <SelectField
        label="Shown"
        value={shown}
        options={[...keep, ...SHOWN]}
        onChange={({ target }) => onChange({ shown: target.value as typeof shown })}
      />
      {shown === 'period' && <PeriodFields fields={fields} errors={errors} onChange={onChange} />}
    </>
  );
}

function PeriodFields({ fields, errors, onChange }: Pick<ScreenTimesFieldsetProps, 'fields' | 'errors' | 'onChange'>) {
  const period = parsePeriod(fields);
  const input = (name: 'from' | 'until' | 'startTime' | 'endTime', label: string, type: 'datetime-local' | 'time') => (
    <TextField
      label={label}
      type={type}
      value={fields[name]}
      error={errors[name]}
      onChange={({ target }) => onChange({ [name]: target.value.slice(0, 16) })}
    />
  );
  return (
    <>
      <div className={styles.dates}>
        {input('from', 'From', 'datetime-local')}
        {input('until', 'Until', 'datetime-local')}
      </div>
      <WeekdaysField
        chosen={fields.weekdays}
        error={errors.weekdays}
        hint={fields.weekdays.length === 0 ? 'Every day' : undefined}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      <div className={styles.times}>
        {input('startTime', 'Start time', 'time')}
        {input('endTime', 'End time', 'time')}
      </div>
      <output className={styles.summary}>{period ? formatPeriod(period) : 'Empty fields don’t limit when it’s shown.'}</output>
    </>
  );
}
