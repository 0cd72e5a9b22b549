import { zodResolver } from '@hookform/resolvers/zod';
import { ALERT_LIMITS, type AlertState, alertForm } from '@vitrine/contract/alerts';
import { Controller, useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { getRecipientsError } from '../alert-labels.ts';
import { useEditAlerts } from '../api/alerts.ts';
import styles from './alerts-panel.module.css';

interface AlertsDialogProps {
  /** As it was when editing began: another's change of it is told when it is saved. */
  state: AlertState;
  onClose: () => void;
}

/** What is told by mail. `numbers` are its fields, each with the limits it has. */
const GROUPS = [
  {
    name: 'screensOffline',
    label: 'Screens offline',
    numbers: [
      { field: 'screensOffline.count', label: 'Screens', limits: ALERT_LIMITS.count },
      { field: 'screensOffline.minutes', label: 'Minutes offline', limits: ALERT_LIMITS.minutes },
    ],
  },
  {
    name: 'diskFull',
    label: 'Disk nearly full',
    numbers: [{ field: 'diskFull.percent', label: 'Disk usage (%)', limits: ALERT_LIMITS.percent }],
  },
  {
    name: 'jobsFailed',
    label: 'Jobs failing',
    numbers: [{ field: 'jobsFailed.count', label: 'Failed jobs per hour', limits: ALERT_LIMITS.count }],
  },
  {
    name: 'renewalsFailed',
    label: 'Renewals failing',
    numbers: [{ field: 'renewalsFailed.count', label: 'Failed renewals per day', limits: ALERT_LIMITS.count }],
  },
] as const;

export function AlertsDialog({ state: { settings, updatedAt }, onClose }: AlertsDialogProps) {
  const { register, handleSubmit, control, formState, getFieldState, getValues } = useForm({
    resolver: zodResolver(alertForm),
    mode: 'onTouched',
    defaultValues: { ...settings, recipients: settings.recipients.join('\n') },
  });
  const save = useEditAlerts({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Alerts saved.');
      onClose();
    },
  });
  const numberField = (
    field: (typeof GROUPS)[number]['numbers'][number]['field'] | 'quietMinutes',
    label: string,
    { min, max }: { min: number; max: number },
  ) => (
    <TextField
      key={field}
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      error={getFieldState(field, formState).error?.message}
      {...register(field, { valueAsNumber: true })}
    />
  );
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="medium"
      title="Edit alerts"
      description="Choose which alerts are emailed and when. Each alert is sent once when it starts and once when it ends."
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={handleSubmit((form) => save.mutate({ ...form, updatedAt }))}
    >
      <div className={styles.groups}>
        {GROUPS.map(({ name, label, numbers }) => (
          <fieldset key={name} className={styles.group} aria-label={label}>
            <div className={styles.name}>
              <Controller
                control={control}
                name={`${name}.isOn`}
                render={({ field }) => <SwitchField label={label} isOn={field.value} onChange={field.onChange} />}
              />
            </div>
            <div className={styles.numbers}>{numbers.map(({ field, label: words, limits }) => numberField(field, words, limits))}</div>
          </fieldset>
        ))}
      </div>
      {numberField('quietMinutes', 'Minimum minutes between emails of the same kind', ALERT_LIMITS.quietMinutes)}
      <TextAreaField
        label="Recipients (one email address per line). Leave empty to notify all administrators."
        rows={3}
        spellCheck={false}
        error={getRecipientsError(formState.errors.recipients, getValues('recipients'))}
        {...register('recipients')}
      />
    </FormDialog>
  );
}
