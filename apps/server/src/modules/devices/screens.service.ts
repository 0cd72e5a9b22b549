import { randomInt, timingSafeEqual } from 'node:crypto';
import { createBatch } from '../../platform/batch.ts';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { capPerRoom } from '../../platform/live/live.ts';
import type { ScreenActor } from '../access/index.ts';
import { hashToken, newToken } from '../accounts/index.ts';
import { deviceRemoved } from './devices.events.ts';
import { deleteDevice, findDeviceOfScreen } from './devices.store.ts';
import { statusNudge } from './screen-nudges.ts';
import { createScreenPresence, type ScreenPresenceDeps } from './screen-presence.ts';
import {
  clearDeadProcesses,
  deleteForgottenScreens,
  insertScreen,
  listDeadProcesses,
  listScreensByCode,
  renameScreen,
  type ScreenFacts,
  updateScreenSeen,
} from './screens.store.ts';

interface Registration {
  deviceId?: string;
  secret?: string;
  versionCode?: string;
  serialNumber?: string;
  reset?: boolean;
}

export interface ScreensDeps extends ScreenPresenceDeps {
  emit: Emit;
}

const CODE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const CODE_TRIES = 50;

const CODE_PATTERN = /^[A-Z]\d{5}$/;

const newCode = () => `${CODE_LETTERS[randomInt(CODE_LETTERS.length)]}${String(randomInt(100_000)).padStart(5, '0')}`;

/** Those that come back at once are asked for together; not so many that letting them in is felt by others. A fleet that plays asks all the time, and none of it is in a hurry. */
const KNOWN_AT_ONCE = { waitMs: 1, crowdMs: 25, max: 100 };

export function createScreensService(deps: ScreensDeps) {
  const { db, live, emit } = deps;

  const findByCode = createBatch(async (codes: readonly string[]) => {
    const rows = await listScreensByCode(db, [...new Set(codes)]);
    const known = new Map(rows.map((row) => [row.device_code, row]));
    return codes.map((code) => known.get(code));
  }, KNOWN_AT_ONCE);

  const resolveScreen = async (code: string, secret: string): Promise<ScreenActor | undefined> => {
    // Asked about together with others', so nothing may reach the database that it would refuse.
    const row = CODE_PATTERN.test(code) ? await findByCode(code) : undefined;
    if (!row || !timingSafeEqual(row.secret_hash, hashToken(secret))) return undefined;
    return { kind: 'screen', screenId: row.id, deviceId: row.device_id };
  };

  const introduce = async (tx: Tx, told: ScreenFacts): Promise<{ deviceId: string; secret: string }> => {
    for (let attempt = 0; attempt < CODE_TRIES; attempt++) {
      const [code, secret] = [newCode(), newToken()];
      const made = await insertScreen(tx, { id: newId(), device_code: code, secret_hash: hashToken(secret), ...told });
      if (made) return { deviceId: code, secret };
    }
    throw new AppError('UNAVAILABLE', 'There is no free screen id at the moment.');
  };

  /** After a factory reset: nobody's device any more, with another id; the registry keeps the one before. */
  const startAnew = async (tx: Tx, screenId: string): Promise<{ deviceId: string; secret: string }> => {
    const device = await findDeviceOfScreen(tx, screenId);
    if (device) {
      await deleteDevice(tx, device.id);
      await emit(tx, deviceRemoved, { screenId });
      await live.send(tx, [statusNudge(device)]);
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
      const told: ScreenFacts = { version_code: input.versionCode, serial_number: input.serialNumber };
      const known = input.deviceId && input.secret ? await resolveScreen(input.deviceId, input.secret) : undefined;
      if (!known) return introduce(autocommit(db), told);
      if (input.reset) return db.transaction().execute((tx) => startAnew(tx, known.screenId));
      await updateScreenSeen(autocommit(db), known.screenId, told);
      return { deviceId: input.deviceId ?? '', secret: input.secret ?? '' };
    },

    ...createScreenPresence(deps),

    /** Whoever lives says that the screens of the dead are gone. */
    async clearDead(): Promise<void> {
      const dead = await listDeadProcesses(db);
      if (dead.length === 0) return;
      await db.transaction().execute(async (tx) => {
        const { rows } = await clearDeadProcesses(tx, dead);
        await live.send(tx, capPerRoom(rows.map(statusNudge)));
      });
    },

    async removeForgotten(): Promise<void> {
      await deleteForgottenScreens(autocommit(db));
    },
  };
}

export type ScreensService = ReturnType<typeof createScreensService>;
