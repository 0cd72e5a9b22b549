import { useQuery } from '@tanstack/react-query';
import type { BulkSettings } from '@vitrine/contract/bulk-devices';
import { useId, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { createSelection } from '../../publishing/device-selection.ts';
import { settingsPreviewOptions, useRestoreDeviceSettings, useSetManyDeviceSettings } from '../api/bulk-devices.ts';
import type { BulkResult } from '../bulk-result-messages.ts';
import { describeSettingsChange, describeTurning, getSettingsResult } from '../bulk-settings-messages.ts';
import { createDisplayValues, type DisplayValues, KEEP, toDisplayRequest } from '../bulk-settings-values.ts';
import { FIT_CHOICES, getVolumeChoices, ROTATION_CHOICES } from '../device-labels.ts';
import {
  createBulkOperationValues,
  type OperationValues,
  operationForm,
  operationResolver,
  toOperationRequest,
  toValidated,
} from '../operating-hours-values.ts';
import { getBrowserTimeZone, getTimeZoneChoices } from '../time-zones.ts';
import styles from './operating-hours.module.css';
import { BrightnessFields, HoursFields } from './operating-hours-fields.tsx';

interface BulkSettingsDialogProps {
  deviceIds: readonly string[];
  onClose: () => void;
  /** Called with the result, and with a function that restores the previous settings. */
  onDone: (result: BulkResult, undo?: () => void) => void;
}

const PREVIEW_DELAY_MS = 400;

const getLocalDate = () => new Date().toLocaleDateString('sv-SE');

/** Changes settings of all selected devices. Each setting is kept unless another value is chosen. */
export function BulkSettingsDialog({ deviceIds, onClose, onDone }: BulkSettingsDialogProps) {
  const [today] = useState(getLocalDate);
  const form = useForm<OperationValues>({ resolver: operationResolver, mode: 'onChange', defaultValues: createBulkOperationValues(today) });
  const display = useForm<DisplayValues>({ defaultValues: createDisplayValues() });
  const restore = useRestoreDeviceSettings({
    onSuccess: ({ restored }) => toast.success(`Previous settings restored for ${formatCount(restored, 'device')}.`),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const save = useSetManyDeviceSettings(deviceIds, {
    onSuccess: ({ changeId, ...outcome }) =>
      onDone(getSettingsResult({ changeId, ...outcome }), changeId === null ? undefined : () => restore.mutate(changeId)),
  });
  // No field is missing, because all have default values.
  const values = useWatch({ control: form.control }) as OperationValues;
  const displayValues = useWatch({ control: display.control }) as DisplayValues;
  const request = { ...toDisplayRequest(displayValues), ...toOperationRequest(values) };
  const isChange = Object.keys(request).length > 0;
  const isValid = operationForm.safeParse(toValidated(values)).success;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Settings of ${formatCount(deviceIds.length, 'device')}`}
      description="“Keep” leaves a setting of each device as it is."
      submitLabel="Save"
      size="medium"
      isSubmitting={save.isPending}
      isSubmitDisabled={!isChange}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={form.handleSubmit(() => save.mutate({ ...toDisplayRequest(display.getValues()), ...toOperationRequest(form.getValues()) }))}
    >
      <DisplayFields form={display} />
      <Text as="h3" size="base">
        Operating hours
      </Text>
      <Text tone="soft" size="sm">
        Outside of these hours the screen is black, downloads nothing and counts no plays. Times are in the time zone of each device.
      </Text>
      <HoursFields form={form} canKeep withoutHours="Remove" today={today} />
      <BrightnessFields form={form} canKeep />
      {isChange && isValid && <SettingsPreview deviceIds={deviceIds} request={JSON.stringify(request)} />}
    </FormDialog>
  );
}

const KEEP_CHOICE = { value: KEEP, label: 'Keep' };
const VOLUME_CHOICES = getVolumeChoices(100);

/** Photo fit, rotation, volume and time zone. */
function DisplayFields({ form: { register, control } }: { form: UseFormReturn<DisplayValues> }) {
  const [zones] = useState(() => getTimeZoneChoices(new Date(), getBrowserTimeZone()));
  const { volume, timeZone } = useWatch({ control });
  return (
    <>
      <Text as="h3" size="base">
        Display and sound
      </Text>
      <div className={styles.selects}>
        <SelectField label="Photo fit" options={[KEEP_CHOICE, ...FIT_CHOICES]} {...register('fit')} />
        <SelectField label="Rotation" options={[KEEP_CHOICE, ...ROTATION_CHOICES]} {...register('rotation')} />
        <SelectField
          label="Volume"
          options={[KEEP_CHOICE, ...VOLUME_CHOICES]}
          hint={volume === KEEP || volume === '0' ? undefined : 'Screens muted with Mute stay muted.'}
          {...register('volume')}
        />
        <SelectField
          label="Time zone"
          options={[KEEP_CHOICE, ...zones]}
          hint={timeZone === KEEP ? undefined : 'Schedules and operating hours follow it.'}
          {...register('timeZone')}
        />
      </div>
    </>
  );
}

/** States what will change, before it is saved. `request` is JSON. */
function SettingsPreview({ deviceIds, request }: { deviceIds: readonly string[]; request: string }) {
  const id = useId();
  const [stamp] = useState(() => createSelection(deviceIds).stamp);
  const settings: BulkSettings = JSON.parse(useDebounced(request, PREVIEW_DELAY_MS));
  const preview = useQuery(settingsPreviewOptions(deviceIds, stamp, settings));
  const { data } = preview;
  return (
    <section className={styles.preview} aria-labelledby={id} aria-busy={preview.isFetching}>
      <Text as="h3" id={id} size="sm" weight="bold">
        What will change
      </Text>
      {preview.isPending && <Skeleton style={{ height: 48 }} />}
      {preview.isLoadingError && <LoadFailure message={getErrorMessage(preview.error)} onRetry={() => void preview.refetch()} />}
      {data && (
        <>
          <output>{describeSettingsChange(data, settings).join(' ')}</output>
          {describeTurning(data).map((text) => (
            <Text key={text} tone="warning">
              {text}
            </Text>
          ))}
        </>
      )}
    </section>
  );
}
