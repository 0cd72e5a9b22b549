import { randomInt, timingSafeEqual } from 'node:crypto';
import type { ScreenReport } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Live, type Nudge, personRoom } from '../../platform/live/live.ts';
import type { ScreenActor } from '../access/index.ts';
import { hashToken, newToken } from '../accounts/index.ts';
import { deleteDevice, findDeviceOfScreen } from './devices.store.ts';
import type { ScreenReports } from './screen-reports.ts';
import {
  clearDeadProcesses,
  deleteForgottenScreens,
  findScreenByCode,
  insertScreen,
  renameScreen,
  updateConnected,
  updateDisconnected,
  updateReport,
  updateScreenSeen,
} from './screens.store.ts';

interface Registration {
  deviceId?: string;
  secret?: string;
  versionCode?: string;
  reset?: boolean;
}

export interface ScreensDeps {
  db: Database;
  live: Live;
  clock: Clock;
  reports: ScreenReports;
  processId: string;
  /** Reaches only the sockets of this process: for what changes too often to tell all of them. */
  sendLocally: (nudge: Nudge) => void;
  /** The screen belongs to nobody any more. */
  onDeviceRemoved: (tx: Tx, screenId: string) => Promise<void>;
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const CODE_TRIES = 50;

const newCode = () => `${CODE_LETTERS[randomInt(CODE_LETTERS.length)]}${String(randomInt(100_000)).padStart(5, '0')}`;

export function createScreensService({ db, live, clock, reports, processId, sendLocally, onDeviceRemoved }: ScreensDeps) {
  const statusNudges = (device: { id: string; audience: string[] }): Nudge[] =>
    device.audience.map((userId) => ({
      namespace: 'device',
      room: personRoom(userId),
      event: 'devicestatus',
      payload: { type: 'DEVICE_STATUS_UPDATE', deviceId: device.id },
    }));

  const resolveScreen = async (code: string, secret: string): Promise<ScreenActor | undefined> => {
    const row = await findScreenByCode(db, code);
    const given = hashToken(secret);
    if (!row || !timingSafeEqual(row.secret_hash, given)) return undefined;
    return { kind: 'screen', screenId: row.id, deviceId: row.device_id };
  };

  const introduce = async (tx: Tx, versionCode: string | null): Promise<{ deviceId: string; secret: string }> => {
    for (let attempt = 0; attempt < CODE_TRIES; attempt++) {
      const [code, secret] = [newCode(), newToken()];
      const made = await insertScreen(tx, { id: newId(), device_code: code, secret_hash: hashToken(secret), version_code: versionCode });
      if (made) return { deviceId: code, secret };
    }
    throw new AppError('UNAVAILABLE', 'There is no free screen id at the moment.');
  };

  /** After a factory reset: nobody's device any more, with another id; the registry keeps the one before. */
  const startAnew = async (tx: Tx, screenId: string): Promise<{ deviceId: string; secret: string }> => {
    const device = await findDeviceOfScreen(tx, screenId);
    if (device) {
      await deleteDevice(tx, device.id);
      await onDeviceRemoved(tx, screenId);
      await live.send(tx, statusNudges(device));
    }
    const secret = newToken();
    for (let attempt = 0; attempt < CODE_TRIES; attempt++) {
      const code = newCode();
      if (await renameScreen(tx, screenId, code, hashToken(secret))) return { deviceId: code, secret };
    }
    throw new AppError('UNAVAILABLE', 'There is no free screen id at the moment.');
  };

  return {
    resolveScreen,

    /** Gives a new screen its id and secret; one that still knows its own keeps them. */
    async register(input: Registration): Promise<{ deviceId: string; secret: string }> {
      const versionCode = input.versionCode ?? null;
      const known = input.deviceId && input.secret ? await resolveScreen(input.deviceId, input.secret) : undefined;
      if (!known) return introduce(db, versionCode);
      if (input.reset) return db.transaction().execute((tx) => startAnew(tx, known.screenId));
      await updateScreenSeen(db, known.screenId, versionCode);
      return { deviceId: input.deviceId ?? '', secret: input.secret ?? '' };
    },

    async connected(screenId: string, address: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await updateConnected(tx, screenId, processId, address);
        const device = await findDeviceOfScreen(tx, screenId);
        if (device) await live.send(tx, statusNudges(device));
      });
    },

    async disconnected(screenId: string): Promise<void> {
      reports.forget(screenId);
      await db.transaction().execute(async (tx) => {
        await updateDisconnected(tx, screenId, processId);
        const device = await findDeviceOfScreen(tx, screenId);
        if (device) await live.send(tx, statusNudges(device));
      });
    },

    async report(screenId: string, report: ScreenReport): Promise<void> {
      const mustWrite = reports.note(screenId, report, clock.now());
      if (mustWrite) await updateReport(db, screenId, report);
      const device = await findDeviceOfScreen(db, screenId);
      if (!device) return;
      const { revision, downloaded, total } = report;
      const type = downloaded >= total ? 'complete' : downloaded === 0 ? 'start' : 'progress';
      const downloads = device.audience.map(
        (userId): Nudge => ({
          namespace: 'media',
          room: personRoom(userId),
          event: 'contentDownload',
          payload: { type, deviceId: device.id, revision, downloaded, total },
        }),
      );
      const nudges = [...statusNudges(device), ...downloads];
      if (mustWrite) await live.send(db, nudges);
      else for (const nudge of nudges) sendLocally(nudge);
    },

    async sweep(): Promise<void> {
      const { rows } = await clearDeadProcesses(db);
      await live.send(db, rows.flatMap(statusNudges));
      await deleteForgottenScreens(db);
    },
  };
}

export type ScreensService = ReturnType<typeof createScreensService>;
