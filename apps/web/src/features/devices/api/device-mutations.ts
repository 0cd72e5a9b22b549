import { useQueryClient } from '@tanstack/react-query';
import type { Device, DeviceCommand, DeviceCommandName, DeviceSettings } from '@vitrine/contract/devices';
import type { DeviceVersion } from '@vitrine/contract/versions';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import {
  addDevice,
  controlDevice,
  type DeviceForm,
  deleteDevice,
  editDevice,
  setDevice,
  showDeviceInfo,
  updateVersion,
} from './devices.ts';

interface Said {
  message?: string;
}

/** Without a device, a new one. */
export const useSaveDevice = (device: Device | undefined, after: After<DeviceForm, Said>) =>
  useChange(
    {
      change: (form) => (device ? editDevice(device._id, { name: form.name, timeZone: form.timeZone }) : addDevice(form)),
      stale: [deviceKeys.all],
    },
    after,
  );

export const useDeleteDevice = (after: After<string, Said>) =>
  useChange({ change: (id) => deleteDevice(id), stale: [deviceKeys.all, publishKeys.all] }, after);

/** Pending until the device has been read again, so that a switch does not jump back meanwhile. */
export const useShowDeviceInfo = (id: string, after: After<boolean, Said>) =>
  useChange(
    { change: (isShown: boolean) => showDeviceInfo(id, isShown), stale: [deviceKeys.all] },
    { ...after, onSuccess: (_answer, _input, refreshed) => refreshed },
  );

export const useSetDevice = (id: string, after: After<DeviceSettings, Said>) =>
  useChange(
    { change: (settings: DeviceSettings) => setDevice(id, settings), stale: [deviceKeys.all] },
    { ...after, onSuccess: (_answer, _input, refreshed) => refreshed },
  );

export const useUpdateVersion = (id: string, after: After<DeviceVersion, Said>) =>
  useChange({ change: (version) => updateVersion(id, version), stale: [deviceKeys.all] }, after);

/** A refused command changes what the device shows as its last one, too. */
export const useControlDevice = (id: string, after: After<DeviceCommandName, { result: DeviceCommand }>) =>
  useChange({ change: (action) => controlDevice(id, action), stale: [deviceKeys.all], isStaleOnError: true }, after);

/** Reads the devices again. */
export function useRefreshDevices(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: deviceKeys.all });
}
