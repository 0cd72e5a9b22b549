import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Emit } from '../../../platform/events.ts';
import { getScreenRoom, type Live } from '../../../platform/live/live.ts';
import type { Person } from '../../access/index.ts';
import { failOpenCommands } from '../commands/device-commands.store.ts';
import { lockWrongIdCount } from '../device-id-attempts.service.ts';
import { lockDevices } from '../device-lock.service.ts';
import { screenReplaced, screensConnected, screensDisconnected } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { findDeviceByScreen, updateDeviceScreen } from '../devices.store.ts';
import { deleteScreen, type LockedScreen, lockScreensForReplacement, updateReplacingScreen } from './screens.store.ts';

export interface ScreenReplacementDeps {
  db: Database;
  live: Live;
  clock: Clock;
  emit: Emit;
}

export interface Replacement {
  /** Code of the waiting screen. */
  code: string;
  /** Code of the screen that the user wants to replace. */
  replacedCode: string;
}

interface ReplacedScreens {
  before: LockedScreen;
  after: LockedScreen;
}

type Refusal = 'DEVICE_UNKNOWN' | 'DEVICE_TAKEN';

/**
 * Replaces the screen of a device. Everything that refers to the device stays as it is, because only its screen changes. The replaced screen is deleted, so its
 * credentials stop working, and reports and receipts of it that arrive later find no row.
 */
export function createScreenReplacementService({ db, live, clock, emit }: ScreenReplacementDeps) {
  const applyReplacement = async (tx: Tx, deviceId: string, { before, after }: ReplacedScreens): Promise<void> => {
    await updateDeviceScreen(tx, deviceId, after.id);
    await updateReplacingScreen(tx, after.id, before.environment);
    await failOpenCommands(tx, deviceId, 'The screen was replaced.');
    await emit(tx, screenReplaced, { deviceId, screenId: after.id });
    if (after.is_online && !before.is_online) await emit(tx, screensConnected, { screenIds: [after.id] });
    if (before.is_online && !after.is_online) await emit(tx, screensDisconnected, { screenIds: [after.id] });
    await deleteScreen(tx, before.id);
    await live.disconnect(tx, getScreenRoom(before.id));
  };

  const replaceInTransaction = async (
    tx: Tx,
    actor: Person,
    id: string,
    { code, replacedCode }: Replacement,
  ): Promise<Refusal | undefined> => {
    const countWrongId = await lockWrongIdCount(tx, clock, actor);
    const [device] = await lockDevices(tx, actor, [id]);
    if (!device) throw new AppError('NOT_FOUND');
    const screens = await lockScreensForReplacement(tx, device.screen_id, code);
    const before = screens.find((screen) => screen.id === device.screen_id);
    if (before?.device_code !== replacedCode) throw new AppError('CHANGED_MEANWHILE');
    const after = screens.find((screen) => screen.device_code === code);
    if (!after || (await findDeviceByScreen(tx, after.id))) {
      // Returned instead of thrown, because the count must be committed.
      await countWrongId();
      return after ? 'DEVICE_TAKEN' : 'DEVICE_UNKNOWN';
    }
    await applyReplacement(tx, id, { before, after });
    await live.send(tx, [deviceStatusNudge(device)]);
    return undefined;
  };

  return {
    /** NOT_FOUND, CHANGED_MEANWHILE, DEVICE_UNKNOWN, DEVICE_TAKEN, TOO_MANY_REQUESTS. */
    async replaceScreen(actor: Person, id: string, replacement: Replacement): Promise<void> {
      const refusal = await db.transaction().execute((tx) => replaceInTransaction(tx, actor, id, replacement));
      if (refusal) throw new AppError(refusal);
    },
  };
}

export type ScreenReplacementService = ReturnType<typeof createScreenReplacementService>;
