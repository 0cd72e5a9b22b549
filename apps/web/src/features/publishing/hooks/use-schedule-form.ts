import { zodResolver } from '@hookform/resolvers/zod';
import { type Schedule, scheduleForm } from '@vitrine/contract/schedule';
import { type Resolver, useForm, useWatch } from 'react-hook-form';

type Fields = Required<Schedule>;

/** What the chosen kind of repeat has no use for stays in the form and does not leave it. */
const scheduleOf = ({ repeat, startTime, endTime, date, weekdays }: Fields): Schedule => ({
  repeat,
  startTime,
  endTime,
  ...(repeat === 'Once' ? { date } : {}),
  ...(repeat === 'Weekly' ? { weekdays } : {}),
});
const check = zodResolver(scheduleForm);
const resolver = ((values: Fields, context, options) => check(scheduleOf(values) as never, context, options as never)) as Resolver<Fields>;

/** The form of a schedule, wherever it stands. `today` is the day where it is to hold. */
export function useScheduleForm(today: string, saved: Schedule | null) {
  const form = useForm<Fields>({
    resolver,
    mode: 'onChange',
    defaultValues: { repeat: 'Daily', startTime: '', endTime: '', date: today, weekdays: [], ...saved },
  });
  const fields = useWatch({ control: form.control }) as Fields;
  const { isValid, isDirty, errors } = form.formState;
  return { form, fields, today, errors, isDirty, schedule: isValid ? scheduleOf(fields) : null };
}

export type ScheduleForm = ReturnType<typeof useScheduleForm>;
