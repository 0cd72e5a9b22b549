import { useQuery } from '@tanstack/react-query';
import type { OperatingSettings } from '@vitrine/contract/operating-hours';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { createSelection } from '../../publishing/device-selection.ts';
import { settingsPreviewOptions, useRestoreDeviceSettings, useSetManyDeviceSettings } from '../api/bulk-devices.ts';
import type { BulkResult } from '../bulk-result-messages.ts';
import { describeSettingsChange, describeTurning, getSettingsResult } from '../bulk-settings-messages.ts';
import {
  createBulkOperationValues,
  type OperationValues,
  operationForm,
  operationResolver,
  toOperationRequest,
  toValidated,
} from '../operating-hours-values.ts';
import styles from './operating-hours.module.css';
import { BrightnessFields, HoursFields } from './operating-hours-fields.tsx';

interface BulkHoursDialogProps {
  deviceIds: readonly string[];
  onClose: () => void;
  /** Called with the result, and with a function that restores the previous settings. */
  onDone: (result: BulkResult, undo?: () => void) => void;
}

const PREVIEW_DELAY_MS = 400;

const getLocalDate = () => new Date().toLocaleDateString('sv-SE');

/** Sets or removes the operating hours and the brightness of all selected devices. */
export function BulkHoursDialog({ deviceIds, onClose, onDone }: BulkHoursDialogProps) {
  const [today] = useState(getLocalDate);
  const form = useForm<OperationValues>({ resolver: operationResolver, mode: 'onChange', defaultValues: createBulkOperationValues(today) });
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
  const request = toOperationRequest(values);
  const isChange = Object.keys(request).length > 0;
  const isValid = operationForm.safeParse(toValidated(values)).success;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Operating hours of ${formatCount(deviceIds.length, 'device')}`}
      description="Outside of these hours the screen is black, downloads nothing and counts no plays. Times are in the time zone of each device."
      submitLabel="Save"
      size="medium"
      isSubmitting={save.isPending}
      isSubmitDisabled={!isChange}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={form.handleSubmit(() => save.mutate(toOperationRequest(form.getValues())))}
    >
      <HoursFields form={form} canKeep withoutHours="Remove" today={today} />
      <BrightnessFields form={form} canKeep />
      {isChange && isValid && <SettingsPreview deviceIds={deviceIds} request={JSON.stringify(request)} />}
    </FormDialog>
  );
}

/** States what will change, before it is saved. `request` is JSON. */
function SettingsPreview({ deviceIds, request }: { deviceIds: readonly string[]; request: string }) {
  const id = useId();
  const [stamp] = useState(() => createSelection(deviceIds).stamp);
  const settings: OperatingSettings = JSON.parse(useDebounced(request, PREVIEW_DELAY_MS));
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
