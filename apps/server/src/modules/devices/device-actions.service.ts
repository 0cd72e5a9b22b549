import { type ActionReceipt, type DeviceAction, type DeviceActionName } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, personRoom, screenRoom } from '../../platform/live/live.ts';
import { authorize, type Person } from '../access/index.ts';
import { findLastAction, insertAction, lockForAction, noteReceipt } from './device-actions.store.ts';
import { deviceCommandCompleted } from './devices.events.ts';
import { isUnderWay, presentAction } from './devices.presenter.ts';
import { findAudience } from './devices.read-model.ts';

export interface ActionsDeps {
  db: Database;
  live: Live;
  clock: Clock;
  emit: Emit;
}

/** Remote control: an order goes to the screen's socket, and its receipts come back. Nothing is kept for a screen that is away. */
export function createDeviceActions({ db, live, clock, emit }: ActionsDeps) {
  const tell = async (tx: Tx, deviceId: string) => {
    const audience = await findAudience(tx, deviceId);
    const payload = { type: 'DEVICE_ACTION', deviceId };
    await live.send(tx, [{ namespace: 'device', rooms: audience.map(personRoom), event: 'devicestatus', payload }]);
  };

  return {
    /** `also` is what has to be noted with the order, before any receipt can come. */
    ask: (
      actor: Person,
      deviceId: string,
      action: DeviceActionName,
      also: (tx: Tx, actionId: string) => Promise<void> = async () => undefined,
    ): Promise<DeviceAction> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [deviceId]);
        const device = await lockForAction(tx, deviceId);
        if (!device) throw new AppError('NOT_FOUND');
        if (device.live_process_id === null) throw new AppError('DEVICE_OFFLINE');
        const before = await findLastAction(tx, deviceId);
        if (before && isUnderWay(before, clock.now())) throw new AppError('DEVICE_BUSY');
        const id = newId();
        await insertAction(tx, { id, device_id: deviceId, action, asked_by: actor.userId });
        await also(tx, id);
        await live.send(tx, [{ namespace: 'screen', rooms: [screenRoom(device.screen_id)], event: 'action', payload: { id, action } }]);
        await tell(tx, deviceId);
        const row = await findLastAction(tx, deviceId);
        if (!row) throw new AppError('NOT_FOUND');
        return presentAction(row, clock.now());
      }),

    receipt: (screenId: string, receipt: ActionReceipt): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const deviceId = await noteReceipt(tx, screenId, receipt);
        if (!deviceId) return;
        await tell(tx, deviceId);
        if (receipt.state === 'done') await emit(tx, deviceCommandCompleted, { commandId: receipt.id, deviceId });
      }),
  };
}

export type DeviceActions = ReturnType<typeof createDeviceActions>;
