import { zodResolver } from '@hookform/resolvers/zod';
import { type Schedule, scheduleForm } from '@vitrine/contract/schedule';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { WeekdaysField } from '../../../ui/weekdays-field.tsx';
import { formatSchedule } from '../schedule-labels.ts';
import styles from './schedule-form.module.css';

/** Step of the time fields, in seconds (specification 2 §2). */
const STEP_S = 300;
const REPEATS = [
  { value: 'Daily', label: 'Daily' },
  { value: 'Once', label: 'Once' },
  { value: 'Weekly', label: 'Weekly' },
] as const;

export function ScheduleFields({ form: { form, fields, today, errors, schedule } }: { form: ScheduleForm }) {
  const { register, setValue, trigger } = form;
  const time = (name: 'startTime' | 'endTime', label: string, other: 'startTime' | 'endTime') => (
    <TextField label={label} type="time" step={STEP_S} error={errors[name]?.message} {...register(name, { deps: [other] })} />
  );
  return (
    <>
      <SegmentedChoice
        label="Repeat"
        value={fields.repeat}
        onChange={(repeat) => {
          setValue('repeat', repeat, { shouldDirty: true });
          // Report missing fields of the chosen repetition immediately, not only after they were touched.
          void trigger(['repeat', 'date', 'weekdays']);
        }}
        choices={REPEATS}
      />
      {fields.repeat === 'Once' && <TextField label="Date" type="date" min={today} error={errors.date?.message} {...register('date')} />}
      {fields.repeat === 'Weekly' && (
        <WeekdaysField
          chosen={fields.weekdays}
          onChange={(weekdays) => setValue('weekdays', weekdays, { shouldValidate: true, shouldTouch: true, shouldDirty: true })}
          error={errors.weekdays?.message}
        />
      )}
      <div className={styles.times}>
        {time('startTime', 'Start time', 'endTime')}
        {time('endTime', 'End time', 'startTime')}
      </div>
      <output className={styles.summary}>{schedule ? formatSchedule(schedule) : ''}</output>
    </>
  );
}

type ScheduleValues = Required<Schedule>;

/** Returns only the fields that the chosen repetition uses. The form keeps the others. */
const toSchedule = ({ repeat, startTime, endTime, date, weekdays }: ScheduleValues): Schedule => ({
  repeat,
  startTime,
  endTime,
  ...(repeat === 'Once' ? { date } : {}),
  ...(repeat === 'Weekly' ? { weekdays } : {}),
});
const validateSchedule = zodResolver(scheduleForm);
const resolver = ((values: ScheduleValues, context, options) =>
  validateSchedule(toSchedule(values) as never, context, options as never)) as Resolver<ScheduleValues>;

/** Returns the local date, for schedules of devices in several time zones. */
export const getToday = () => new Date().toLocaleDateString('sv-SE');

/** Form state of a schedule. `today` is the current date in the time zone of the schedule. */
export function useScheduleForm(today: string, saved: Schedule | null) {
  const form = useForm<ScheduleValues>({
    resolver,
    mode: 'onChange',
    defaultValues: { repeat: 'Daily', startTime: '', endTime: '', date: today, weekdays: [], ...saved },
  });
  const fields = useWatch({ control: form.control }) as ScheduleValues;
  const { isValid, isDirty, errors } = form.formState;
  return { form, fields, today, errors, isDirty, schedule: isValid ? toSchedule(fields) : null };
}

export type ScheduleForm = ReturnType<typeof useScheduleForm>;
