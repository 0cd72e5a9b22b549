import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Publish } from '@vitrine/contract/publishing';
import { type Schedule, scheduleForm } from '@vitrine/contract/schedule';
import { readAt } from '@vitrine/playback';
import { useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../lib/app-error.ts';
import { keys } from '../../../lib/query-keys.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { saveSchedule } from '../api/publishes.ts';
import { scheduleWords, WEEKDAYS } from '../schedule-words.ts';
import styles from './schedule-dialog.module.css';

/** In seconds (specification 2 §2). */
const STEP_S = 300;
const REPEATS = [
  { value: 'Daily', label: 'Daily' },
  { value: 'Once', label: 'Once' },
  { value: 'Weekly', label: 'Weekly' },
] as const;

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

interface ScheduleDialogProps {
  /** What it is about; none while it is closed. */
  publish?: Publish;
  onClose: () => void;
}

export function ScheduleDialog({ publish, ...rest }: ScheduleDialogProps) {
  return publish ? <ScheduleFields key={publish._id} publish={publish} {...rest} /> : null;
}

function ScheduleFields({ publish, onClose }: ScheduleDialogProps & { publish: Publish }) {
  const { timeZone } = publish.deviceId;
  const client = useQueryClient();
  const [today] = useState(() => readAt(Date.now(), timeZone).date);
  const { register, handleSubmit, control, setValue, trigger, formState } = useForm<Fields>({
    resolver,
    mode: 'onChange',
    defaultValues: { repeat: 'Daily', startTime: '', endTime: '', date: today, weekdays: [], ...publish.schedule },
  });
  const { errors, isValid } = formState;
  const save = useMutation({
    mutationFn: (fields: Fields) => saveSchedule(publish, scheduleOf(fields)),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Saved.');
      for (const queryKey of [keys.devices, keys.publishes]) void client.invalidateQueries({ queryKey });
      onClose();
    },
  });
  const fields = useWatch({ control }) as Fields;
  const time = (name: 'startTime' | 'endTime', label: string, other: 'startTime' | 'endTime') => (
    <TextField label={label} type="time" step={STEP_S} error={errors[name]?.message} {...register(name, { deps: [other] })} />
  );
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Schedule “${publish.playlistId.name}”`}
      description={`When it shows on ${publish.deviceId.name}, by the clock in ${timeZone.replaceAll('_', ' ')}.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      isSubmitDisabled={!isValid}
      failure={save.error ? messageOf(save.error) : undefined}
      onSubmit={handleSubmit((values) => save.mutate(values))}
    >
      <SegmentedChoice
        label="Repeat"
        value={fields.repeat}
        onChange={(repeat) => {
          setValue('repeat', repeat);
          // What this kind asks for is said at once, not only once it was touched.
          void trigger(['repeat', 'date', 'weekdays']);
        }}
        choices={REPEATS}
      />
      {fields.repeat === 'Once' && <TextField label="Date" type="date" min={today} error={errors.date?.message} {...register('date')} />}
      {fields.repeat === 'Weekly' && (
        <Weekdays
          chosen={fields.weekdays}
          onChange={(weekdays) => setValue('weekdays', weekdays, { shouldValidate: true, shouldTouch: true })}
          error={errors.weekdays?.message}
        />
      )}
      <div className={styles.times}>
        {time('startTime', 'Start time', 'endTime')}
        {time('endTime', 'End time', 'startTime')}
      </div>
      <output className={styles.words}>{isValid ? scheduleWords(scheduleOf(fields)) : ''}</output>
    </FormDialog>
  );
}

interface WeekdaysProps {
  chosen: number[];
  onChange: (days: number[]) => void;
  error?: string;
}

function Weekdays({ chosen, onChange, error }: WeekdaysProps) {
  const toggle = (day: number) =>
    onChange(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day].toSorted((one, other) => one - other));
  return (
    <fieldset className={styles.days} aria-describedby="weekdays-note">
      <legend className={styles.legend}>Days</legend>
      {WEEKDAYS.map((name, day) => (
        <label key={name} className={styles.day}>
          <input type="checkbox" checked={chosen.includes(day)} onChange={() => toggle(day)} />
          {name}
        </label>
      ))}
      <FieldNote id="weekdays-note" error={error} />
    </fieldset>
  );
}
