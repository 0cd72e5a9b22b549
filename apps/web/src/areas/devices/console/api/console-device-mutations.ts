import type { RegisterEntry } from '@vitrine/contract/console-devices';
import type { MessageResponse } from '../../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { type DeviceFilters, exportDevices, runDeviceAction } from './console-devices.ts';
import { exportRegister, type RegisterFilters, setEnvironment } from './register.ts';

/** Rows bring themselves up to date. */
export const useDeviceAction = (after: MutationCallbacks<Parameters<typeof runDeviceAction>[0], MessageResponse>) =>
  useApiMutation({ change: runDeviceAction, stale: [] }, after);
export const useSetEnvironment = (
  after: MutationCallbacks<Parameters<typeof setEnvironment>[0], MessageResponse & { result: RegisterEntry }>,
) => useApiMutation({ change: setEnvironment, stale: [] }, after);

export const useExportDevices = (after: MutationCallbacks<DeviceFilters, void>) =>
  useApiMutation({ change: exportDevices, stale: [] }, after);
export const useExportRegister = (after: MutationCallbacks<RegisterFilters, void>) =>
  useApiMutation({ change: exportRegister, stale: [] }, after);
