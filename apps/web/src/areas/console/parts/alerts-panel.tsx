import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { ALERT_LIMITS, type AlertState, alertForm } from '@vitrine/contract/alerts';
import { can } from '@vitrine/contract/capabilities';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { getActiveAlertMessage, getRecipientsError, getSettingFacts } from '../alert-labels.ts';
import { alertsOptions, useEditAlerts } from '../api/system.ts';
import styles from '../pages/system.module.css';

/** Email alerts: settings, active alerts and recipients. */
export function AlertsPanel() {
  const { data, error, isPending, refetch } = useQuery(alertsOptions);
  const mayEdit = can(useSession(), 'alerts.edit');
  // State when editing started, not affected by later refetches.
  const [edited, setEdited] = useState<AlertState>();
  return (
    <Panel
      title="Alerts"
      note="Problems reported by email"
      actions={mayEdit && data && <Button onClick={() => setEdited(data)}>Edit alerts</Button>}
    >
      {isPending && <Skeleton style={{ height: 120 }} />}
      {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {data?.standing.map((alert) => (
        <p key={`${alert.kind} ${alert.subject}`} className={styles.failing}>
          {getActiveAlertMessage(alert)} (started {formatRelative(alert.since)})
        </p>
      ))}
      {data && (
        <div className={styles.wide}>
          <FactList
            facts={[
              ...getSettingFacts(data.settings),
              { term: 'Recipients', value: data.readers.join(', ') || 'None. Add an administrator to receive alerts.' },
            ]}
          />
        </div>
      )}
      {edited && <AlertsDialog state={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

interface AlertsDialogProps {
  /** State when editing started; a concurrent change is reported on saving. */
  state: AlertState;
  onClose: () => void;
}

/** Groups of email alerts. `numbers` are their fields, each with its limits. */
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

function AlertsDialog({ state: { settings, updatedAt }, onClose }: AlertsDialogProps) {
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
            <Text as="div" weight="bold">
              <Controller
                control={control}
                name={`${name}.isOn`}
                render={({ field }) => <SwitchField label={label} isOn={field.value} onChange={field.onChange} />}
              />
            </Text>
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
