import { OPERATING_LIMITS } from '@vitrine/contract/operating-hours';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text } from '../../../ui/text.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { WeekdaysField } from '../../../ui/weekdays-field.tsx';
import { NEW_RANGE, type OperationForm } from '../operating-hours-values.ts';
import styles from './operating-hours.module.css';
import { ExceptionFields } from './operating-hours-exceptions.tsx';

const KEEP = { value: 'keep', label: 'Keep' } as const;

interface HoursFieldsProps {
  form: OperationForm;
  /** Offers to leave the setting as it is. */
  canKeep?: boolean;
  withoutHours: string;
  today: string;
}

const CHANGE = { shouldValidate: true, shouldDirty: true } as const;

/** Ranges of the week, and exceptions. */
export function HoursFields({ form, canKeep = false, withoutHours, today }: HoursFieldsProps) {
  const { control, setValue } = form;
  const choice = useWatch({ control, name: 'hoursChoice' });
  const { fields, append, remove } = useFieldArray({ control, name: 'week' });
  const isSingle = fields.length === 1;
  return (
    <>
      <SegmentedChoice
        label="Hours"
        value={choice}
        onChange={(chosen) => setValue('hoursChoice', chosen, CHANGE)}
        choices={[...(canKeep ? [KEEP] : []), { value: 'none', label: withoutHours }, { value: 'week', label: 'By the week' }]}
      />
      {choice === 'week' && (
        <>
          {fields.map((field, index) => (
            <fieldset key={field.id} className={styles.range} data-single={isSingle ? '' : undefined}>
              {!isSingle && <legend className={styles.legend}>{`Range ${index + 1}`}</legend>}
              <WeekRangeFields form={form} index={index} />
              {!isSingle && (
                <Button kind="quiet" className={styles.start} onClick={() => remove(index)}>
                  {`Remove range ${index + 1}`}
                </Button>
              )}
            </fieldset>
          ))}
          {fields.length < OPERATING_LIMITS.weekRanges && (
            <Button kind="quiet" className={styles.start} onClick={() => append({ weekdays: [], ...NEW_RANGE })}>
              Add range
            </Button>
          )}
          <ExceptionFields form={form} today={today} />
        </>
      )}
    </>
  );
}

function WeekRangeFields({ form: { register, setValue, control, formState }, index }: { form: OperationForm; index: number }) {
  const weekdays = useWatch({ control, name: `week.${index}.weekdays` });
  const errors = formState.errors.week?.[index];
  return (
    <>
      <WeekdaysField
        chosen={weekdays}
        onChange={(days) => setValue(`week.${index}.weekdays`, days, CHANGE)}
        error={errors?.weekdays?.message}
      />
      <div className={styles.times}>
        <TextField
          label="On from"
          type="time"
          error={errors?.startTime?.message}
          {...register(`week.${index}.startTime`, { deps: [`week.${index}.endTime`] })}
        />
        <TextField
          label="Off at"
          type="time"
          error={errors?.endTime?.message}
          hint="12:00 AM for both times is the whole day."
          {...register(`week.${index}.endTime`)}
        />
      </div>
    </>
  );
}

/** Brightness by time of day. */
export function BrightnessFields({ form, canKeep = false }: Pick<HoursFieldsProps, 'form' | 'canKeep'>) {
  const { control, register, setValue, formState } = form;
  const choice = useWatch({ control, name: 'brightnessChoice' });
  const { fields, append, remove } = useFieldArray({ control, name: 'brightness' });
  const errors = formState.errors.brightness;
  return (
    <>
      <Text as="h3" size="base">
        Brightness
      </Text>
      <SegmentedChoice
        label="Brightness"
        value={choice}
        onChange={(chosen) => setValue('brightnessChoice', chosen, CHANGE)}
        choices={[...(canKeep ? [KEEP] : []), { value: 'none', label: 'Not set' }, { value: 'plan', label: 'By time of day' }]}
      />
      {choice === 'plan' && (
        <>
          {fields.map((field, index) => (
            <fieldset key={field.id} className={styles.step}>
              <TextField
                label={`Time ${index + 1}`}
                type="time"
                error={errors?.[index]?.time?.message}
                {...register(`brightness.${index}.time`)}
              />
              <TextField
                label={`Percent ${index + 1}`}
                inputMode="numeric"
                autoComplete="off"
                error={errors?.[index]?.percent?.message}
                {...register(`brightness.${index}.percent`)}
              />
              {fields.length > 1 && (
                <Button kind="quiet" onClick={() => remove(index)}>
                  {`Remove time ${index + 1}`}
                </Button>
              )}
            </fieldset>
          ))}
          <FieldNote id="brightness-note" error={errors?.root?.message ?? errors?.message} />
          {fields.length < OPERATING_LIMITS.brightnessSteps && (
            <Button kind="quiet" className={styles.start} onClick={() => append({ time: '', percent: '100' })}>
              Add time
            </Button>
          )}
        </>
      )}
    </>
  );
}
