import { OPERATING_LIMITS } from '@vitrine/contract/operating-hours';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { FieldNote, TextField } from '../../../ui/text-field.tsx';
import { NEW_RANGE, type OperationForm } from '../operating-hours-values.ts';
import styles from './operating-hours.module.css';

const CHANGE = { shouldValidate: true, shouldDirty: true } as const;

/** Dates on which the screen is closed or has other hours. */
export function ExceptionFields({ form, today }: { form: OperationForm; today: string }) {
  const { control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'exceptions' });
  const errors = formState.errors.exceptions;
  return (
    <details className={styles.more} open={formState.defaultValues?.exceptions?.length ? true : undefined}>
      <summary>Exceptions</summary>
      {fields.map((field, index) => (
        <fieldset key={field.id} className={styles.range}>
          <legend className={styles.legend}>{`Exception ${index + 1}`}</legend>
          <OneException form={form} index={index} today={today} />
          <Button kind="quiet" className={styles.start} onClick={() => remove(index)}>
            {`Remove exception ${index + 1}`}
          </Button>
        </fieldset>
      ))}
      <FieldNote id="exceptions-note" error={errors?.root?.message ?? errors?.message} />
      {fields.length < OPERATING_LIMITS.exceptions && (
        <Button kind="quiet" className={styles.start} onClick={() => append({ date: '', isClosed: true, ranges: [] })}>
          Add exception
        </Button>
      )}
    </details>
  );
}

function OneException({ form, index, today }: { form: OperationForm; index: number; today: string }) {
  const { register, setValue, control, formState } = form;
  const isClosed = useWatch({ control, name: `exceptions.${index}.isClosed` });
  const { fields, append, remove, replace } = useFieldArray({ control, name: `exceptions.${index}.ranges` });
  const errors = formState.errors.exceptions?.[index];
  const setClosed = (closed: boolean) => {
    if (!closed && fields.length === 0) replace([NEW_RANGE]);
    setValue(`exceptions.${index}.isClosed`, closed, CHANGE);
  };
  return (
    <>
      <TextField label="Date" type="date" min={today} error={errors?.date?.message} {...register(`exceptions.${index}.date`)} />
      <SegmentedChoice
        label={`Hours of exception ${index + 1}`}
        value={isClosed ? 'closed' : 'other'}
        onChange={(choice) => setClosed(choice === 'closed')}
        choices={[
          { value: 'closed', label: 'Off all day' },
          { value: 'other', label: 'Other hours' },
        ]}
      />
      {!isClosed && (
        <>
          {fields.map((field, place) => (
            <div key={field.id} className={styles.times}>
              <TextField
                label="On from"
                type="time"
                error={errors?.ranges?.[place]?.startTime?.message}
                {...register(`exceptions.${index}.ranges.${place}.startTime`, { deps: [`exceptions.${index}.ranges.${place}.endTime`] })}
              />
              <TextField
                label="Off at"
                type="time"
                error={errors?.ranges?.[place]?.endTime?.message}
                {...register(`exceptions.${index}.ranges.${place}.endTime`)}
              />
              {fields.length > 1 && (
                <Button kind="quiet" className={styles.start} onClick={() => remove(place)}>
                  {`Remove hours ${place + 1}`}
                </Button>
              )}
            </div>
          ))}
          {fields.length < OPERATING_LIMITS.exceptionRanges && (
            <Button kind="quiet" className={styles.start} onClick={() => append(NEW_RANGE)}>
              Add hours
            </Button>
          )}
        </>
      )}
    </>
  );
}
