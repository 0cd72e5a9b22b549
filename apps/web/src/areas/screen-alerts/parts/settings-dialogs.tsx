import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { DEFAULT_ALERT_CONDITIONS, type ScreenAlerts } from '@vitrine/contract/screen-alerts';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { deviceTagsOptions } from '../../devices/api/bulk-devices.ts';
import { getTimeZoneChoices } from '../../devices/time-zones.ts';
import { CONDITION_LABELS } from '../alert-labels.ts';
import { useEditAlertSettings, useEditTagAlerts } from '../api/screen-alerts.ts';
import { type SettingsValues, settingsForm, toSettingsValues } from '../settings-values.ts';
import { ConditionFields } from './condition-fields.tsx';
import styles from './screen-alerts.module.css';

interface DialogProps {
  alerts: ScreenAlerts;
  scope: OwnerScope;
  onClose: () => void;
}

const useSettingsForm = (alerts: Parameters<typeof toSettingsValues>[0]) =>
  useForm<SettingsValues>({ resolver: zodResolver(settingsForm), mode: 'onTouched', defaultValues: toSettingsValues(alerts) });

function closeWithToast(onClose: () => void) {
  toast.success('Alerts saved.');
  onClose();
}

/** Conditions and quiet hours of an account or a family. */
export function SettingsDialog({ alerts, scope, onClose }: DialogProps) {
  const form = useSettingsForm(alerts);
  const save = useEditAlertSettings(scope, { onSuccess: () => closeWithToast(onClose) });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="medium"
      title="Edit alerts"
      description="You are alerted once when a problem begins and once when it ends. Outside of its operating hours, a screen causes no alerts."
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={form.handleSubmit(({ conditions, source, hasQuietHours, quietHours }) =>
        save.mutate({ conditions, source, quietHours: hasQuietHours ? quietHours : null }),
      )}
    >
      <ConditionFields form={form} />
      {alerts.hasSources && (
        <Controller
          control={form.control}
          name="source.isOn"
          render={({ field }) => <SwitchField label={CONDITION_LABELS.source} isOn={field.value} onChange={field.onChange} />}
        />
      )}
      <QuietHoursFields form={form} />
    </FormDialog>
  );
}

function QuietHoursFields({ form: { control, register, formState } }: { form: UseFormReturn<SettingsValues> }) {
  const [isOn, zone] = useWatch({ control, name: ['hasQuietHours', 'quietHours.timeZone'] });
  const [zones] = useState(() => getTimeZoneChoices(new Date(), zone));
  const errors = formState.errors.quietHours;
  return (
    <>
      <Controller
        control={control}
        name="hasQuietHours"
        render={({ field }) => <SwitchField label="Quiet hours" isOn={field.value} onChange={field.onChange} />}
      />
      {isOn && (
        <>
          <Text size="sm" tone="soft">
            Nothing is sent in these hours. Problems that still exist afterwards are sent in one summary.
          </Text>
          <div className={styles.times}>
            <TextField label="From" type="time" error={errors?.from?.message} {...register('quietHours.from')} />
            <TextField label="Until" type="time" error={errors?.until?.message} {...register('quietHours.until')} />
          </div>
          <SelectField label="Time zone" options={zones} error={errors?.timeZone?.message} {...register('quietHours.timeZone')} />
        </>
      )}
    </>
  );
}

/** Returns why no tag can be chosen; undefined when one can, or while tags are loading. */
function describeMissingTags(count: number | undefined, choices: number): string | undefined {
  if (count === undefined || choices > 0) return;
  return count === 0 ? 'No tags yet. Open a device to add tags to it.' : 'All tags have their own settings already.';
}

/** Conditions of the devices with a tag. Without `tagId`, the user chooses one. */
export function TagAlertsDialog({ alerts, scope, onClose, tagId }: DialogProps & { tagId: string | undefined }) {
  const tags = useQuery(deviceTagsOptions(scope));
  const saved = alerts.tags.find((tag) => tag.tagId === tagId);
  const [chosen, setChosen] = useState(tagId ?? '');
  const form = useSettingsForm({ ...alerts, conditions: saved?.conditions ?? alerts.conditions ?? DEFAULT_ALERT_CONDITIONS });
  const save = useEditTagAlerts({ onSuccess: () => closeWithToast(onClose) });
  const used = new Set(alerts.tags.map((tag) => tag.tagId));
  const options = (tags.data ?? []).filter(({ _id }) => !used.has(_id)).map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      size="medium"
      title={saved ? `Alerts of “${saved.name}”` : 'Alerts of a tag'}
      description="For devices with this tag, these settings replace the others. If a device has several such tags, an alert that is on for any of them is sent."
      submitLabel="Save"
      isSubmitDisabled={chosen === ''}
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={form.handleSubmit(({ conditions }) => save.mutate({ tagId: chosen, conditions }))}
    >
      {!saved && (
        <SelectField
          required
          label="Tag"
          placeholder="Choose a tag"
          options={options}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          error={tags.isLoadingError ? getErrorMessage(tags.error) : undefined}
          hint={describeMissingTags(tags.data?.length, options.length)}
        />
      )}
      <ConditionFields form={form} />
    </FormDialog>
  );
}
