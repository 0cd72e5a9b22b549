import { zodResolver } from '@hookform/resolvers/zod';
import { type Device, replaceScreenForm } from '@vitrine/contract/devices';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useReplaceScreen } from '../api/devices.ts';
import { DeviceIdField, getDeviceIdInstruction } from './device-id-field.tsx';

interface ReplaceScreenDialogProps {
  isOpen: boolean;
  onClose: () => void;
  device?: Device | undefined;
}

/** Lets another machine take over a device. */
export function ReplaceScreenDialog({ isOpen, onClose, device }: ReplaceScreenDialogProps) {
  if (!device) return null;
  return <ReplaceScreenFields key={isOpen ? device._id : 'closed'} isOpen={isOpen} onClose={onClose} device={device} />;
}

function ReplaceScreenFields({ isOpen, onClose, device }: ReplaceScreenDialogProps & { device: Device }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(replaceScreenForm),
    mode: 'onTouched',
    defaultValues: { deviceId: '' },
  });
  // The device may get another screen while the dialog is open, which the user has not seen.
  const [replacedId] = useState(device.deviceId);
  const replace = useReplaceScreen(device._id, replacedId, {
    onSuccess: () => {
      toast.success(`The screen of “${device.name}” was replaced.`);
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Replace the screen of “${device.name}”`}
      description={getDeviceIdInstruction('the new screen')}
      submitLabel="Replace screen"
      isSubmitting={replace.isPending}
      failure={replace.error && getErrorMessage(replace.error)}
      onSubmit={handleSubmit(({ deviceId }) => replace.mutate(deviceId))}
    >
      <DeviceIdField required label="ID of the new screen" error={formState.errors.deviceId?.message} {...register('deviceId')} />
      <NoteBox>
        The new screen takes over this device with its name, tags, playlists, schedules, settings and play history. The old screen,{' '}
        {replacedId}, stops playing, is removed, and shows a new ID. You can’t undo this.
      </NoteBox>
    </FormDialog>
  );
}
