import type { RegisterEntry } from '@vitrine/contract/console-devices';
import { type After, useChange } from '../../../lib/use-change.ts';
import { actOnDevice, type DeviceFilters, exportDevices } from './console-devices.ts';
import { exportRegister, type RegisterFilters, setEnvironment } from './register.ts';

interface Said {
  message?: string;
}

/** Rows bring themselves up to date. */
export const useActOnDevice = (after: After<Parameters<typeof actOnDevice>[0], Said>) =>
  useChange({ change: actOnDevice, stale: [] }, after);
export const useSetEnvironment = (after: After<Parameters<typeof setEnvironment>[0], Said & { result: RegisterEntry }>) =>
  useChange({ change: setEnvironment, stale: [] }, after);

export const useExportDevices = (after: After<DeviceFilters, void>) => useChange({ change: exportDevices, stale: [] }, after);
export const useExportRegister = (after: After<RegisterFilters, void>) => useChange({ change: exportRegister, stale: [] }, after);
