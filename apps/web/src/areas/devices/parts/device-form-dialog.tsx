import { zodResolver } from '@hookform/resolvers/zod';
import { type Device, deviceForm } from '@vitrine/contract/devices';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { useSaveDevice } from '../api/devices.ts';
import { getBrowserTimeZone, getTimeZoneChoices } from '../time-zones.ts';
import { DeviceIdField, getDeviceIdInstruction } from './device-id-field.tsx';

interface DeviceFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Device to edit. Without it, the dialog adds a device. */
  device?: Device;
  /** Device ID from a screen's QR code. */
  suggestedId?: string;
}

export function DeviceFormDialog(props: DeviceFormDialogProps) {
  return <DeviceFields key={props.isOpen ? (props.device?._id ?? props.suggestedId ?? 'new') : 'closed'} {...props} />;
}

function DeviceFields({ isOpen, onClose, device, suggestedId = '' }: DeviceFormDialogProps) {
  const timeZone = device?.timeZone ?? getBrowserTimeZone();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(deviceForm),
    mode: 'onTouched',
    defaultValues: { name: device?.name ?? '', deviceId: device?.deviceId ?? suggestedId.toUpperCase(), timeZone },
  });
  const { errors } = formState;
  const [zones] = useState(() => getTimeZoneChoices(new Date(), timeZone));
  const save = useSaveDevice(device, {
    onSuccess: ({ message }, form) => {
      toast.success(message ?? (device ? 'Device saved.' : `“${form.name}” added.`));
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={device ? 'Edit device' : 'Add device'}
      description={device ? undefined : getDeviceIdInstruction('the screen')}
      submitLabel={device ? 'Save' : 'Add device'}
      isSubmitting={save.isPending}
      failure={save.error && <ErrorWithUpgrade error={save.error} />}
      onSubmit={handleSubmit((values) => save.mutate(values))}
    >
      <DeviceIdField
        required={device === undefined}
        readOnly={device !== undefined}
        error={errors.deviceId?.message}
        {...register('deviceId')}
      />
      <TextField
        required
        label="Device name"
        autoComplete="off"
        placeholder="Living room"
        error={errors.name?.message}
        {...register('name')}
      />
      <SelectField required label="Time zone" options={zones} error={errors.timeZone?.message} {...register('timeZone')} />
    </FormDialog>
  );
}
