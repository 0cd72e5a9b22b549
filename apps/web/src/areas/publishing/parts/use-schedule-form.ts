import { zodResolver } from '@hookform/resolvers/zod';
import { type Schedule, scheduleForm } from '@vitrine/contract/schedule';
import { type Resolver, useForm, useWatch } from 'react-hook-form';

type ScheduleValues = Required<Schedule>;

/** What the chosen kind of repeat has no use for stays in the form and does not leave it. */
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

/** The form of a schedule, wherever it stands. `today` is the day where it is to hold. */
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
