import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { WeekdaysField } from '../../../ui/weekdays-field.tsx';
import { MONTH_NAMES, PLACE_NAMES, WEEKDAY_NAMES } from '../schedule-labels.ts';
import type { ScheduleValues } from '../schedule-values.ts';
import { DateListField } from './date-list-field.tsx';
import styles from './schedule-form.module.css';

/** Step of the time fields, in seconds (specification 2 §2). */
const STEP_S = 300;
const REPEATS = [
  { value: 'Daily', label: 'Daily' },
  { value: 'Once', label: 'Once' },
  { value: 'Weekly', label: 'Weekly' },
  { value: 'Other', label: 'Other' },
] as const;
const OTHER_REPEATS = [
  { value: 'Monthly', label: 'Every month' },
  { value: 'Yearly', label: 'Every year' },
  { value: 'Dates', label: 'On several dates' },
] as const;
const isOther = (repeat: string) => OTHER_REPEATS.some(({ value }) => value === repeat);

const DAY_KINDS = [
  { value: 'day', label: 'Day' },
  { value: 'weekday', label: 'Weekday' },
];
const DAYS = [
  ...Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) })),
  { value: '-1', label: 'Last day' },
];
const PLACES = ['1', '2', '3', '4', '-1'].map((value) => ({ value, label: PLACE_NAMES[Number(value)] ?? value }));
const toOptions = (names: readonly string[], first: number) => names.map((label, index) => ({ value: String(index + first), label }));

interface WindowFieldsProps {
  form: UseFormReturn<ScheduleValues>;
  index: number;
  today: string;
}

/** Fields of one window of a schedule. */
export function WindowFields({ form, index, today }: WindowFieldsProps) {
  const { register, setValue, trigger, control } = form;
  const values = useWatch({ control, name: `windows.${index}` });
  const errors = form.formState.errors.windows?.[index];
  const { repeat } = values;
  const setRepeat = (chosen: typeof repeat) => {
    setValue(`windows.${index}.repeat`, chosen, { shouldDirty: true });
    // Report missing fields of the chosen repetition immediately, not only after they were touched.
    void trigger([`windows.${index}.repeat`, `windows.${index}.date`, `windows.${index}.weekdays`]);
  };
  const change = { shouldValidate: true, shouldTouch: true, shouldDirty: true };
  const time = (name: 'startTime' | 'endTime', label: string, other: 'startTime' | 'endTime') => (
    <TextField
      label={label}
      type="time"
      step={STEP_S}
      error={errors?.[name]?.message}
      {...register(`windows.${index}.${name}`, { deps: [`windows.${index}.${other}`] })}
    />
  );
  return (
    <>
      <SegmentedChoice
        label="Repeat"
        value={isOther(repeat) ? 'Other' : (repeat as 'Daily')}
        onChange={(chosen) => setRepeat(chosen === 'Other' ? 'Monthly' : chosen)}
        choices={REPEATS}
      />
      {repeat === 'Once' && (
        <TextField label="Date" type="date" min={today} error={errors?.date?.message} {...register(`windows.${index}.date`)} />
      )}
      {repeat === 'Weekly' && (
        <WeekdaysField
          chosen={values.weekdays}
          onChange={(weekdays) => setValue(`windows.${index}.weekdays`, weekdays, change)}
          error={errors?.weekdays?.message}
        />
      )}
      {isOther(repeat) && (
        <SelectField
          label="Repeats"
          options={OTHER_REPEATS}
          value={repeat}
          onChange={(event) => setRepeat(event.target.value as typeof repeat)}
        />
      )}
      {repeat === 'Dates' && (
        <DateListField
          label="Dates"
          addLabel="Add date"
          dates={values.dates}
          onChange={(dates) => setValue(`windows.${index}.dates`, dates, change)}
          error={errors?.dates?.message}
        />
      )}
      {(repeat === 'Monthly' || repeat === 'Yearly') && <DayOfMonthFields form={form} index={index} isYearly={repeat === 'Yearly'} />}
      <div className={styles.times}>
        {time('startTime', 'Start time', 'endTime')}
        {time('endTime', 'End time', 'startTime')}
      </div>
      <RangeFields form={form} index={index} />
    </>
  );
}

function DayOfMonthFields({
  form: { register, control, formState },
  index,
  isYearly,
}: Omit<WindowFieldsProps, 'today'> & { isYearly: boolean }) {
  const kind = useWatch({ control, name: `windows.${index}.on.kind` });
  const error = formState.errors.windows?.[index]?.on?.day?.message;
  return (
    <div className={styles.times}>
      {isYearly && (
        <SelectField
          label="Month"
          options={toOptions(MONTH_NAMES, 1)}
          {...register(`windows.${index}.month`, { deps: [`windows.${index}.on.day`] })}
        />
      )}
      <SelectField label="Repeats by" options={DAY_KINDS} {...register(`windows.${index}.on.kind`)} />
      {kind === 'day' ? (
        <SelectField label="Day" options={DAYS} error={error} {...register(`windows.${index}.on.day`)} />
      ) : (
        <>
          <SelectField label="Which" options={PLACES} {...register(`windows.${index}.on.nth`)} />
          <SelectField label="Weekday" options={toOptions(WEEKDAY_NAMES, 0)} {...register(`windows.${index}.on.weekday`)} />
        </>
      )}
    </div>
  );
}

/** First and last day, and exceptions. */
function RangeFields({ form: { register, setValue, control, formState }, index }: Omit<WindowFieldsProps, 'today'>) {
  const except = useWatch({ control, name: `windows.${index}.except` });
  const errors = formState.errors.windows?.[index];
  const { from, until } = formState.defaultValues?.windows?.[index] ?? {};
  return (
    <details className={styles.more} open={Boolean(from || until || except.length > 0) || undefined}>
      <summary>Range and exceptions</summary>
      <div className={styles.range}>
        <TextField
          label="First day"
          type="date"
          error={errors?.from?.message}
          {...register(`windows.${index}.from`, { deps: [`windows.${index}.until`] })}
        />
        <TextField label="Last day" type="date" error={errors?.until?.message} {...register(`windows.${index}.until`)} />
      </div>
      <DateListField
        label="Except on"
        addLabel="Add exception"
        dates={except}
        onChange={(dates) => setValue(`windows.${index}.except`, dates, { shouldValidate: true, shouldDirty: true })}
        error={errors?.except?.message}
      />
    </details>
  );
}
