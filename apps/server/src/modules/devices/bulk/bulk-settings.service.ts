import type { BulkSettings, BulkSettingsOutcome, BulkSettingsPreview } from '@vitrine/contract';
import type { Clock } from '../../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Emit } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Live } from '../../../platform/live/live.ts';
import { runWithPauses } from '../../../platform/run-with-pauses.ts';
import { authorize, filterAuthorized, type Person } from '../../access/index.ts';
import { deviceSettingsChanged } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { listChangeGroups, listDevicePerOwner, listExistingDevices, mapOperationRows } from './bulk-settings.read-model.ts';
import { type ChangeGroup, countTurned, createSettingsPreview, mayTurn } from './bulk-settings.rules.ts';
import {
  deleteReplacedSettings,
  deleteReplacedSettingsBefore,
  listReplacedDevices,
  lockDevicesForSettings,
  replaceSettings,
  restoreSettings,
} from './bulk-settings.store.ts';

export interface BulkSettingsDeps {
  db: Database;
  live: Live;
  clock: Clock;
  emit: Emit;
}

type SettingsChange = BulkSettings & { deviceIds: string[] };

/** Time for which a change can be undone. */
const UNDO_MS = 86_400_000;
/** Groups whose settings a preview loads at a time. Each may have 14 kB, and as much from each of its 20 tags. Other requests wait while they are parsed. */
const PREVIEW_BATCH = 10;

const toDistinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();

/** Settings of up to 5,000 devices. The number of statements of a change does not depend on the number of devices. */
export function createBulkSettingsService({ db, live, clock, emit }: BulkSettingsDeps) {
  const notify = async (tx: Tx, deviceIds: string[]): Promise<void> => {
    if (deviceIds.length === 0) return;
    await emit(tx, deviceSettingsChanged, { deviceIds });
    // Recipients reload all devices, whichever device the message names.
    await live.send(tx, (await listDevicePerOwner(tx, deviceIds)).map(deviceStatusNudge));
  };

  /** Loads the settings of a few groups at a time. */
  async function countTurnedDevices(preview: BulkSettingsPreview, groups: ChangeGroup[], change: BulkSettings) {
    const [now, changing] = [clock.now(), groups.filter((group) => mayTurn(group, change))];
    for (let start = 0; start < changing.length; start += PREVIEW_BATCH) {
      const batch = changing.slice(start, start + PREVIEW_BATCH);
      const rows = await mapOperationRows(
        db,
        batch.map(({ device_id }) => device_id),
      );
      await runWithPauses(
        stepGroups(batch, (group) => {
          const before = rows.get(group.device_id);
          if (before) countTurned(preview, group, before, change, now);
        }),
      );
    }
  }

  return {
    /** Skips devices that the account cannot change. NOT_FOUND when it can change none. */
    change: (actor: Person, { deviceIds, ...settings }: SettingsChange): Promise<BulkSettingsOutcome> =>
      db.transaction().execute(async (tx) => {
        const targets = toDistinctIds(deviceIds);
        const allowed = await filterAuthorized(tx, actor, 'device.update', await lockDevicesForSettings(tx, targets));
        const changeId = newId();
        const changed = await replaceSettings(tx, allowed, settings, { changeId, changedBy: actor.userId, at: clock.now() });
        await notify(tx, changed);
        return {
          done: changed.length,
          unchanged: allowed.length - changed.length,
          gone: targets.length - allowed.length,
          changeId: changed.length > 0 ? changeId : null,
        };
      }),

    /** NOT_FOUND when a device belongs to another account; missing ones are skipped. */
    async preview(actor: Person, { deviceIds, ...settings }: SettingsChange): Promise<BulkSettingsPreview> {
      const known = await listExistingDevices(db, toDistinctIds(deviceIds));
      await authorize(db, actor, 'device.read', known);
      const groups = await listChangeGroups(db, known, settings);
      const preview = createSettingsPreview(groups, settings);
      await countTurnedDevices(preview, groups, settings);
      return preview;
    },

    /** Restores the settings before a change of the same account, on devices that it may still change. NOT_FOUND. */
    restore: (actor: Person, changeId: string): Promise<{ restored: number }> =>
      db.transaction().execute(async (tx) => {
        const locked = await lockDevicesForSettings(tx, await listReplacedDevices(tx, changeId, actor.userId));
        if (locked.length === 0) throw new AppError('NOT_FOUND');
        const allowed = await filterAuthorized(tx, actor, 'device.update', locked);
        const restored = await restoreSettings(tx, changeId, allowed);
        await deleteReplacedSettings(tx, changeId);
        await notify(tx, restored);
        return { restored: restored.length };
      }),

    /** Deletes stored settings of changes that can no longer be undone. */
    async deleteExpiredChanges(): Promise<void> {
      await deleteReplacedSettingsBefore(autocommit(db), new Date(clock.now().getTime() - UNDO_MS));
    },
  };
}

export type BulkSettingsService = ReturnType<typeof createBulkSettingsService>;

/** Groups that one step of a preview evaluates. */
const STEP_GROUPS = 2;

function* stepGroups(groups: readonly ChangeGroup[], add: (group: ChangeGroup) => void): Generator<void, void, void> {
  for (const [index, group] of groups.entries()) {
    if (index > 0 && index % STEP_GROUPS === 0) yield;
    add(group);
  }
}
