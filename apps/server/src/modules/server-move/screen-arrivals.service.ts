import {
  type Arrival,
  type CarriedState,
  type ScreenProof,
  SERVER_MOVE_LIMITS,
  type ServerProof,
  type ServerProofBody,
} from '@vitrine/contract';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createTextEncryption } from '../../platform/security/text-encryption.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import type { ScreenActor } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { getProofParts } from './move-target.service.ts';
import { type ArrivalPosition, findScreenByCode, listArrivals } from './server-move.read-model.ts';
import { createMac, isMac } from './server-move.rules.ts';
import { deleteExpiredHandovers, takeHandover, upsertArrival, upsertHandover } from './server-move.store.ts';

export interface ScreenArrivalsDeps extends Pick<Platform, 'db' | 'clock'> {
  /** Key of the installation. */
  key: Buffer;
  /** Address at which screens of this server are opened. */
  currentAddress: string;
  publicUrl: string;
  networkOrigins: readonly string[];
}

interface ScreenChallenge {
  deviceId: string;
  address: string;
  nonce: string;
  mac: string;
}

interface NewHandover {
  deviceId: string;
  secret: string;
  from: string;
  state: CarriedState;
}

/** Age of the newest listed arrivals. */
const SETTLED_MS = 1000;
const FIRST: ArrivalPosition = { at: new Date(0), screenId: '00000000-0000-0000-0000-000000000000' };
const POSITION = /^(\d{1,15})\/([0-9a-f-]{36})$/;

function parsePosition(text: string): ArrivalPosition {
  const [, at, screenId] = POSITION.exec(text) ?? [];
  return at !== undefined && screenId !== undefined ? { at: new Date(Number(at)), screenId } : FIRST;
}

/** The key with which a handover is stored. The ticket itself is not stored. */
const getSealKey = (ticket: string): Buffer => hashToken(`handover ${ticket}`);

/** Receives screens that another address of this installation sends. */
export function createScreenArrivalsService({ db, clock, key, currentAddress, publicUrl, networkOrigins }: ScreenArrivalsDeps) {
  /** The server proves only that it is at one of its addresses, so a proof that another server passes on is worthless there. */
  const isOwn = (address: string) => [currentAddress, publicUrl, ...networkOrigins].includes(address);

  return {
    /** Proves to a screen that this server has its record. SCREEN_UNKNOWN. */
    async proveScreen({ deviceId, address, nonce, mac }: ScreenChallenge): Promise<ScreenProof> {
      const screen = await findScreenByCode(db, deviceId);
      const challenge = createMac(screen?.secret_hash ?? key, 'screen challenge', deviceId, address, nonce);
      if (!screen || !isMac(mac, challenge) || !isOwn(address)) throw new AppError('SCREEN_UNKNOWN');
      const state = { hasArrived: screen.address === address, isCached: screen.is_cached === true };
      const parts = [deviceId, address, nonce, String(state.hasArrived), String(state.isCached)];
      return { ...state, mac: createMac(screen.secret_hash, 'screen proof', ...parts) };
    },

    /** Proves to another server of this installation that this one is at the address. NOT_FOUND. */
    async proveServer({ address, after, at, nonce, mac }: ServerProofBody): Promise<ServerProof> {
      const now = clock.now().getTime();
      const isInTime = Math.abs(now - at) <= SERVER_MOVE_LIMITS.clockSkewMs;
      const challenge = createMac(key, 'server challenge', address, after, String(at), nonce);
      if (!isMac(mac, challenge) || !isInTime || !isOwn(address)) throw new AppError('NOT_FOUND');
      const page = { after: parsePosition(after), until: new Date(now - SETTLED_MS), limit: SERVER_MOVE_LIMITS.arrivals };
      const rows = await listArrivals(db, address, page);
      const last = rows.at(-1);
      const proof = {
        screenAddress: networkOrigins.includes(address) ? address : currentAddress,
        arrived: rows.map(({ device_code: code }) => code),
        after: last ? `${last.arrived_at.getTime()}/${last.screen_id}` : after,
      };
      return { ...proof, mac: createMac(key, 'server proof', address, nonce, ...getProofParts(proof)) };
    },

    /** Stores the identity of a screen until its page at this address redeems the ticket. */
    async createHandover({ screenId }: ScreenActor, handover: NewHandover): Promise<{ ticket: string }> {
      const ticket = createToken();
      const sealed = createTextEncryption(getSealKey(ticket)).encrypt(JSON.stringify(handover satisfies Arrival));
      const expiresAt = new Date(clock.now().getTime() + SERVER_MOVE_LIMITS.ticketMs);
      await upsertHandover(autocommit(db), { screen_id: screenId, ticket_hash: hashToken(ticket), sealed, expires_at: expiresAt });
      return { ticket };
    },

    /** NOT_FOUND for a ticket that is unknown, used or expired. */
    async redeem(ticket: string): Promise<Arrival> {
      const sealed = await takeHandover(autocommit(db), hashToken(ticket), clock.now());
      if (!sealed) throw new AppError('NOT_FOUND', 'This ticket was used already, or has expired.');
      return JSON.parse(createTextEncryption(getSealKey(ticket)).decrypt(sealed)) as Arrival;
    },

    async confirm({ screenId }: ScreenActor, { address, isCached }: { address: string; isCached: boolean }): Promise<void> {
      if (!isOwn(address)) throw new AppError('NOT_FOUND');
      await upsertArrival(autocommit(db), { screen_id: screenId, address, arrived_at: clock.now(), is_cached: isCached });
    },

    deleteExpired: async (): Promise<void> => void (await deleteExpiredHandovers(autocommit(db), clock.now())),
  };
}

export type ScreenArrivalsService = ReturnType<typeof createScreenArrivalsService>;
