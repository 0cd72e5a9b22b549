import { zodResolver } from '@hookform/resolvers/zod';
import { SCHEDULE_LIMITS } from '@vitrine/contract/schedule-limits';
import { type PublishSchedule, scheduleForm } from '@vitrine/contract/schedule-windows';
import { DEFAULT_PRIORITY, listWindows, toPublishSchedule } from '@vitrine/playback';
import { type Resolver, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { formatPublishSchedule } from '../schedule-labels.ts';
import { type ScheduleValues, toScheduleRequest, toWindow, toWindowValues } from '../schedule-values.ts';
import styles from './schedule-form.module.css';
import { WindowFields } from './schedule-window-fields.tsx';

const PRIORITIES = Array.from({ length: SCHEDULE_LIMITS.priorityMax + 1 }, (_, index) => {
  const value = String(SCHEDULE_LIMITS.priorityMax - index);
  const note = value === '9' ? ' (highest)' : value === '0' ? ' (lowest)' : value === String(DEFAULT_PRIORITY) ? ' (normal)' : '';
  return { value, label: `${value}${note}` };
});

/** Fields of a schedule: those of one window, further windows, and the priority. */
export function ScheduleFields({ form: { form, windows, today, schedule, isOpen } }: { form: ScheduleForm }) {
  const { fields, append, remove } = windows;
  const isSingle = fields.length === 1;
  return (
    <>
      {fields.map((field, index) => (
        <fieldset key={field.id} className={styles.window} data-single={isSingle ? '' : undefined}>
          {!isSingle && <legend className={styles.legend}>{`Window ${index + 1}`}</legend>}
          <WindowFields form={form} index={index} today={today} />
          {!isSingle && (
            <Button kind="quiet" className={styles.remove} onClick={() => remove(index)}>
              {`Remove window ${index + 1}`}
            </Button>
          )}
        </fieldset>
      ))}
      <output className={styles.summary}>
        {schedule ? (formatPublishSchedule(toPublishSchedule(schedule) ?? { schedule: null }) ?? '') : ''}
      </output>
      {fields.length < SCHEDULE_LIMITS.windows && (
        <Button kind="quiet" onClick={() => append(toWindowValues(today))}>
          Add window
        </Button>
      )}
      <details className={styles.more} open={isOpen || undefined}>
        <summary>Priority</summary>
        <SelectField
          label="Priority"
          options={PRIORITIES}
          hint="When several schedules apply, the highest priority is shown. With the same priority, it is the latest updated one."
          {...form.register('priority')}
        />
      </details>
    </>
  );
}

const validateSchedule = zodResolver(scheduleForm);
const resolver = (({ windows, priority }: ScheduleValues, context, options) =>
  validateSchedule(
    { windows: windows.map(toWindow), priority: Number(priority) } as never,
    context,
    options as never,
  )) as Resolver<ScheduleValues>;

/** Returns the local date, for schedules of devices in several time zones. */
export const getToday = () => new Date().toLocaleDateString('sv-SE');

/** Form state of a schedule. `today` is the current date in the time zone of the schedule. */
export function useScheduleForm(today: string, saved: PublishSchedule | null) {
  const savedWindows = (saved && listWindows(saved)) ?? [undefined];
  const priority = saved?.priority ?? DEFAULT_PRIORITY;
  const form = useForm<ScheduleValues>({
    resolver,
    mode: 'onChange',
    defaultValues: { windows: savedWindows.map((window) => toWindowValues(today, window)), priority: String(priority) },
  });
  const windows = useFieldArray({ control: form.control, name: 'windows' });
  const values = useWatch({ control: form.control }) as ScheduleValues;
  const { isValid, isDirty } = form.formState;
  return { form, windows, today, isDirty, isOpen: priority !== DEFAULT_PRIORITY, schedule: isValid ? toScheduleRequest(values) : null };
}

export type ScheduleForm = ReturnType<typeof useScheduleForm>;
