import { useQueryClient } from '@tanstack/react-query';
import type { Device, DeviceCommand, DeviceCommandName, DeviceSettings } from '@vitrine/contract/devices';
import type { DeviceVersion } from '@vitrine/contract/versions';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import {
  addDevice,
  type DeviceForm,
  deleteDevice,
  editDevice,
  sendDeviceCommand,
  setDeviceInfoVisible,
  updateDeviceSettings,
  updateDeviceVersion,
} from './devices.ts';

/** Without a device, a new one. */
export const useSaveDevice = (device: Device | undefined, after: MutationCallbacks<DeviceForm, MessageResponse>) =>
  useApiMutation(
    {
      change: (form) => (device ? editDevice(device._id, { name: form.name, timeZone: form.timeZone }) : addDevice(form)),
      stale: [deviceKeys.all],
    },
    after,
  );

export const useDeleteDevice = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (id) => deleteDevice(id), stale: [deviceKeys.all, publishKeys.all] }, after);

/** Pending until the device has been read again, so that a switch does not jump back meanwhile. */
export const useSetDeviceInfoVisible = (id: string, after: MutationCallbacks<boolean, MessageResponse>) =>
  useApiMutation(
    { change: (isShown: boolean) => setDeviceInfoVisible(id, isShown), stale: [deviceKeys.all] },
    { ...after, onSuccess: (_answer, _input, refreshed) => refreshed },
  );

export const useUpdateDeviceSettings = (id: string, after: MutationCallbacks<DeviceSettings, MessageResponse>) =>
  useApiMutation(
    { change: (settings: DeviceSettings) => updateDeviceSettings(id, settings), stale: [deviceKeys.all] },
    { ...after, onSuccess: (_answer, _input, refreshed) => refreshed },
  );

export const useUpdateDeviceVersion = (id: string, after: MutationCallbacks<DeviceVersion, MessageResponse>) =>
  useApiMutation({ change: (version) => updateDeviceVersion(id, version), stale: [deviceKeys.all] }, after);

/** A refused command changes what the device shows as its last one, too. */
export const useSendDeviceCommand = (id: string, after: MutationCallbacks<DeviceCommandName, { result: DeviceCommand }>) =>
  useApiMutation({ change: (action) => sendDeviceCommand(id, action), stale: [deviceKeys.all], isStaleOnError: true }, after);

/** Reads the devices again. */
export function useRefreshDevices(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: deviceKeys.all });
}
