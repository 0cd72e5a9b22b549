import { randomInt, timingSafeEqual } from 'node:crypto';
import { createBatch } from '../../../platform/batch.ts';
import { autocommit, type Tx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Emit } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import { incrementRequestCount } from '../../../platform/limits/request-counts.store.ts';
import { capPerRoom } from '../../../platform/live/live.ts';
import { rateLimitKey } from '../../../platform/network-addresses.ts';
import { createToken, hashToken } from '../../../platform/security/tokens.ts';
import type { ScreenActor } from '../../access/index.ts';
import { deviceRemoved, screensDisconnected } from '../devices.events.ts';
import { deviceStatusNudge } from '../devices.live.ts';
import { deleteDevice, findDeviceByScreen } from '../devices.store.ts';
import { createScreenPresence, type ScreenPresenceDeps } from './screen-presence.service.ts';
import {
  clearDeadProcesses,
  countRegistered,
  deleteSurplusScreens,
  deleteUnusedScreens,
  insertScreen,
  listDeadProcesses,
  listScreensByCode,
  lockRegistrations,
  markScreenSeen,
  releaseCode,
  releaseOldestCode,
  replaceScreenCredentials,
  type ScreenDetails,
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
  /** Maximum number of screens without an owner that one client address may register. */
  screensPerAddress: number;
}

interface ScreenIdentity {
  deviceId: string;
  secret: string;
}

interface NewScreenRequest {
  facts: ScreenDetails;
  /** Rate limit key of the client's address. */
  address: string;
}

const REGISTRATION_BATCH = { waitMs: 1, max: 50 };
const MINUTE_MS = 60_000;
/** Maximum number of new screens of all addresses and processes together. */
const REGISTRATIONS_PER_MINUTE = 3000;
/** Maximum number of screens that never had an owner, out of 2.3 million possible ids. */
const NEW_SCREENS_KEPT = 100_000;
/** Offline time after which the id of a screen without an owner may be reused: when a limit is reached, and in all other cases. */
const UNUSED_AT_LIMIT = '1 hour';
const UNUSED_ANYWHERE = '1 day';
const MAX_ADDRESS_LENGTH = 64;

const CODE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const MAX_CODE_ATTEMPTS = 50;

const CODE_PATTERN = /^[A-Z]\d{5}$/;

const createDeviceCode = () => `${CODE_LETTERS[randomInt(CODE_LETTERS.length)]}${String(randomInt(100_000)).padStart(5, '0')}`;

/**
 * Screens that reconnect at once are authenticated in batches, small enough not to delay other requests. Playing screens also send requests all the time, but none
 * of them urgent.
 */
const AUTHENTICATION_BATCH = { waitMs: 1, busyWaitMs: 25, max: 100 };

export function createScreensService(deps: ScreensDeps) {
  const { db, live, emit } = deps;

  const findByCode = createBatch(async (codes: readonly string[]) => {
    const rows = await listScreensByCode(db, [...new Set(codes)]);
    const known = new Map(rows.map((row) => [row.device_code, row]));
    return codes.map((code) => known.get(code));
  }, AUTHENTICATION_BATCH);

  const resolveScreen = async (code: string, secret: string): Promise<ScreenActor | undefined> => {
    // All codes of a batch share one query, so an invalid code must not make it fail.
    const row = CODE_PATTERN.test(code) ? await findByCode(code) : undefined;
    if (!row || !timingSafeEqual(row.secret_hash, hashToken(secret))) return undefined;
    return { kind: 'screen', screenId: row.id, deviceId: row.device_id };
  };

  /** Adds a new screen. When its address has reached the limit, the screen takes over the id of an unused one. */
  const registerNewScreen = async (tx: Tx, { address, facts }: NewScreenRequest): Promise<ScreenIdentity | AppError> => {
    const isAtLimit = (await countRegistered(tx, address)) >= deps.screensPerAddress;
    const reusedCode = isAtLimit ? await releaseOldestCode(tx, address, UNUSED_AT_LIMIT) : undefined;
    if (isAtLimit && reusedCode === undefined)
      return new AppError('TOO_MANY_REQUESTS', 'Too many new screens in this network are waiting to be added. Add some of them first.');
    const secret = createToken();
    const row = { id: newId(), secret_hash: hashToken(secret), registered_from: address, ...facts };
    for (let attempt = 0; attempt < MAX_CODE_ATTEMPTS; attempt++) {
      const code = (attempt === 0 && reusedCode) || createDeviceCode();
      const isFree = (await insertScreen(tx, { ...row, device_code: code })) !== undefined;
      if (isFree) return { deviceId: code, secret };
      if ((await releaseCode(tx, code, UNUSED_ANYWHERE)) && (await insertScreen(tx, { ...row, device_code: code })))
        return { deviceId: code, secret };
    }
    return new AppError('UNAVAILABLE', 'No screen IDs are available right now. Try again later.');
  };

  /** Adds new screens one after the other on one connection, so that many of them leave the other connections to other requests. */
  const registerInBatch = createBatch(async (requests: readonly NewScreenRequest[]): Promise<(ScreenIdentity | Error)[]> => {
    const { count } = await incrementRequestCount(db, 'screen registrations', requests.length, MINUTE_MS);
    const allowed = Math.max(0, requests.length - Math.max(0, count - REGISTRATIONS_PER_MINUTE));
    const refused = requests.slice(allowed).map(() => new AppError('TOO_MANY_REQUESTS'));
    if (allowed === 0) return refused;
    return db.transaction().execute(async (tx) => {
      const admitted = requests.slice(0, allowed);
      // In order, so that two processes that lock the same addresses do not wait for each other.
      for (const address of [...new Set(admitted.map((request) => request.address))].toSorted()) await lockRegistrations(tx, address);
      const added: (ScreenIdentity | Error)[] = [];
      for (const request of admitted) added.push(await registerNewScreen(tx, request));
      return [...added, ...refused];
    });
  }, REGISTRATION_BATCH);

  /** After a factory reset: the screen is no longer a device and gets a new id; the registry keeps the old one. */
  const resetScreen = async (tx: Tx, screenId: string): Promise<ScreenIdentity> => {
    const device = await findDeviceByScreen(tx, screenId);
    if (device) {
      await deleteDevice(tx, device.id);
      await emit(tx, deviceRemoved, { screenId });
      await live.send(tx, [deviceStatusNudge(device)]);
    }
    const secret = createToken();
    for (let attempt = 0; attempt < MAX_CODE_ATTEMPTS; attempt++) {
      const code = createDeviceCode();
      if (await replaceScreenCredentials(tx, screenId, code, hashToken(secret))) return { deviceId: code, secret };
    }
    throw new AppError('UNAVAILABLE', 'No screen IDs are available right now. Try again later.');
  };

  return {
    resolveScreen,

    /** Returns the id and secret of a new screen. A screen that sends its own keeps them. */
    async register(input: Registration, clientAddress: string): Promise<ScreenIdentity> {
      const facts: ScreenDetails = { version_code: input.versionCode, serial_number: input.serialNumber };
      const known = input.deviceId && input.secret ? await resolveScreen(input.deviceId, input.secret) : undefined;
      if (!known) return registerInBatch({ facts, address: rateLimitKey(clientAddress).slice(0, MAX_ADDRESS_LENGTH) });
      if (input.reset) return db.transaction().execute((tx) => resetScreen(tx, known.screenId));
      await markScreenSeen(autocommit(db), known.screenId, facts);
      return { deviceId: input.deviceId ?? '', secret: input.secret ?? '' };
    },

    ...createScreenPresence(deps),

    /** Marks the screens of dead processes as offline. */
    async disconnectDeadProcesses(): Promise<void> {
      const dead = await listDeadProcesses(db);
      if (dead.length === 0) return;
      await db.transaction().execute(async (tx) => {
        const { rows } = await clearDeadProcesses(tx, dead);
        if (rows.length > 0) await emit(tx, screensDisconnected, { screenIds: rows.map(({ screenId }) => screenId) });
        await live.send(tx, capPerRoom(rows.map(deviceStatusNudge)));
      });
    },

    async deleteUnusedScreens(): Promise<void> {
      await deleteUnusedScreens(autocommit(db));
      await deleteSurplusScreens(autocommit(db), NEW_SCREENS_KEPT, UNUSED_AT_LIMIT);
    },
  };
}

export type ScreensService = ReturnType<typeof createScreensService>;
