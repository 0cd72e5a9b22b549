import type { CommandReceipt, DeviceCommand, DeviceCommandName, ScreenCommand, VersionToLoad } from '@vitrine/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Emit } from '../../../platform/events.ts';
import { newId, newIds } from '../../../platform/ids.ts';
import { getPersonRoom, getScreenRoom, type Live, type Nudge } from '../../../platform/live/live.ts';
import { authorize, type Person } from '../../access/index.ts';
import { deviceCommandCompleted } from '../devices.events.ts';
import { isCommandPending, presentCommand } from '../devices.presenter.ts';
import { findDeviceAudience } from '../devices.read-model.ts';
import { findLastCommand, insertCommand, insertCommands, lockForCommand, updateCommandState } from './device-commands.store.ts';

export interface DeviceCommandsDeps {
  db: Database;
  live: Live;
  clock: Clock;
  emit: Emit;
}

interface BulkCommand {
  action: DeviceCommandName;
  load?: VersionToLoad | undefined;
  /** Account that sent the commands, if it still exists. */
  sentBy: string | null;
}

/** Commands that the console offers for every device (specification 3 §2). */
const CONSOLE_COMMANDS: ReadonlySet<DeviceCommandName> = new Set(['reboot', 'poweroff', 'factory_reset']);

const commandNudge = (screenId: string, payload: ScreenCommand): Nudge => ({
  namespace: 'screen',
  rooms: [getScreenRoom(screenId)],
  event: 'action',
  payload,
});

/** Sends device commands to the screen's socket and records its receipts. A screen that is offline gets no commands, not even later. */
export function createDeviceCommandsService({ db, live, clock, emit }: DeviceCommandsDeps) {
  const notifyAudience = async (tx: Tx, deviceId: string) => {
    const audience = await findDeviceAudience(tx, deviceId);
    const payload = { type: 'DEVICE_ACTION', deviceId };
    await live.send(tx, [{ namespace: 'device', rooms: audience.map(getPersonRoom), event: 'devicestatus', payload }]);
  };

  return {
    /** Sends a command. `also` runs in the same transaction, before a receipt can arrive, and returns the version to load, if any. */
    send: (
      actor: Person,
      deviceId: string,
      command: DeviceCommandName,
      also: (tx: Tx, commandId: string) => Promise<VersionToLoad | undefined> = async () => undefined,
    ): Promise<DeviceCommand> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, CONSOLE_COMMANDS.has(command) ? 'device.control' : 'device.update', [deviceId]);
        const device = await lockForCommand(tx, deviceId);
        if (!device) throw new AppError('NOT_FOUND');
        if (device.live_process_id === null) throw new AppError('DEVICE_OFFLINE');
        const before = await findLastCommand(tx, deviceId);
        if (before && isCommandPending(before, clock.now())) throw new AppError('DEVICE_BUSY');
        const id = newId();
        await insertCommand(tx, { id, device_id: deviceId, command, sent_by: actor.userId });
        const load = await also(tx, id);
        await live.send(tx, [commandNudge(device.screen_id, { id, action: command, ...(load && { load }) })]);
        await notifyAudience(tx, deviceId);
        const row = await findLastCommand(tx, deviceId);
        if (!row) throw new AppError('NOT_FOUND');
        return presentCommand(row, clock.now());
      }),

    /** Sends the same command to many screens without authorization. Returns the command ids in the order of the devices. */
    async sendToScreens(
      tx: Tx,
      devices: readonly { id: string; screenId: string }[],
      { action, load, sentBy }: BulkCommand,
    ): Promise<string[]> {
      if (devices.length === 0) return [];
      const ids = newIds(devices.length);
      const getCommandId = (place: number) => ids[place] ?? '';
      await insertCommands(
        tx,
        devices.map(({ id }, place) => ({ id: getCommandId(place), device_id: id, command: action, sent_by: sentBy })),
      );
      await live.send(
        tx,
        devices.map(({ screenId }, place) => commandNudge(screenId, { id: getCommandId(place), action, ...(load && { load }) })),
      );
      return ids;
    },

    recordReceipt: (screenId: string, receipt: CommandReceipt): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const deviceId = await updateCommandState(tx, screenId, receipt);
        if (!deviceId) return;
        await notifyAudience(tx, deviceId);
        if (receipt.state === 'done') await emit(tx, deviceCommandCompleted, { commandId: receipt.id, deviceId });
      }),
  };
}

export type DeviceCommandsService = ReturnType<typeof createDeviceCommandsService>;
