import type { DeviceTag } from '@vitrine/contract/device-tags';
import type { Device } from '@vitrine/contract/devices';
import type { OperatingSettings } from '@vitrine/contract/operating-hours';
import { toLocalDateTime, type ZoneWithOffsets } from '@vitrine/playback';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSetTagSettings } from '../api/bulk-devices.ts';
import { useSetDeviceOperation } from '../api/devices.ts';
import {
  type OperationValues,
  operationResolver,
  type SavedOperation,
  toOperationRequest,
  toOperationValues,
} from '../operating-hours-values.ts';
import { BrightnessFields, HoursFields } from './operating-hours-fields.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Operating hours and brightness of one device. */
export const DeviceHoursDialog = ({ device, ...rest }: DialogProps & { device: Device }) =>
  rest.isOpen ? <DeviceHoursForm device={device} {...rest} /> : null;

function DeviceHoursForm({ device, onClose }: DialogProps & { device: Device }) {
  const save = useSetDeviceOperation(device._id, { onSuccess: () => closeWithToast(onClose) });
  const tags = device.operation?.tags ?? [];
  return (
    <OperationDialog
      name={device.name}
      description={`Times are in ${device.timeZone.replaceAll('_', ' ')} time.`}
      saved={device}
      zone={device}
      withoutHours={tags.length > 0 ? `As ${tags.join(', ')}` : 'Always on'}
      save={save}
      onClose={onClose}
    />
  );
}

/** Operating hours and brightness of all devices with a tag. */
export function TagHoursDialog({ tag, onClose }: { tag: DeviceTag; onClose: () => void }) {
  const save = useSetTagSettings(tag._id, { onSuccess: () => closeWithToast(onClose) });
  return (
    <OperationDialog
      name={tag.name}
      description="For devices with this tag that have none of their own, in the time zone of each device. With several tags, a device is on while one of them says so."
      saved={tag}
      withoutHours="Not set"
      save={save}
      onClose={onClose}
    />
  );
}

function closeWithToast(onClose: () => void) {
  toast.success('Operating hours saved.');
  onClose();
}

interface OperationDialogProps {
  name: string;
  description: string;
  saved: SavedOperation;
  /** Time zone of the device; without one, the day of this browser is today. */
  zone?: ZoneWithOffsets;
  /** Label of the choice without hours. */
  withoutHours: string;
  save: { mutate: (settings: OperatingSettings) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

function OperationDialog({ name, description, saved, zone, withoutHours, save, onClose }: OperationDialogProps) {
  const [today] = useState(() => (zone ? toLocalDateTime(Date.now(), zone).date : new Date().toLocaleDateString('sv-SE')));
  const [defaultValues] = useState(() => toOperationValues(saved, today));
  const form = useForm<OperationValues>({ resolver: operationResolver, mode: 'onChange', defaultValues });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Operating hours of “${name}”`}
      description={`Outside of these hours the screen is black, downloads nothing and counts no plays. ${description}`}
      submitLabel="Save"
      size="medium"
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={form.handleSubmit(() => save.mutate(toOperationRequest(form.getValues())))}
    >
      <HoursFields form={form} withoutHours={withoutHours} today={today} />
      <BrightnessFields form={form} />
    </FormDialog>
  );
}
