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

/** A screen's request for a proof. */
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

/** Minimum age of listed arrivals, so that those of running transactions are not skipped. */
const MIN_AGE_MS = 1000;
const FIRST: ArrivalPosition = { at: new Date(0), screenId: '00000000-0000-0000-0000-000000000000' };
const POSITION = /^(\d{1,15})\/([0-9a-f-]{36})$/;

function parsePosition(text: string): ArrivalPosition {
  const [, at, screenId] = POSITION.exec(text) ?? [];
  return at !== undefined && screenId !== undefined ? { at: new Date(Number(at)), screenId } : FIRST;
}

/** Returns the key that encrypts a stored handover. It is derived from the ticket, of which only a hash is stored. */
const getSealKey = (ticket: string): Buffer => hashToken(`handover ${ticket}`);

/** Receives screens that another address of this installation sends. */
export function createScreenArrivalsService({ db, clock, key, currentAddress, publicUrl, networkOrigins }: ScreenArrivalsDeps) {
  /** Returns whether this server is opened at an address. It proves nothing for other addresses, so that another server cannot pass its proofs on. */
  const isOwn = (address: string) => [currentAddress, publicUrl, ...networkOrigins].includes(address);

  return {
    /** Returns the proof for a screen that this server has its record. SCREEN_UNKNOWN. */
    async proveScreen({ deviceId, address, nonce, mac }: ScreenChallenge): Promise<ScreenProof> {
      const screen = await findScreenByCode(db, deviceId);
      const challenge = createMac(screen?.secret_hash ?? key, 'screen challenge', deviceId, address, nonce);
      if (!screen || !isMac(mac, challenge) || !isOwn(address)) throw new AppError('SCREEN_UNKNOWN');
      const state = { hasArrived: screen.address === address, isCached: screen.is_cached === true };
      const parts = [deviceId, address, nonce, String(state.hasArrived), String(state.isCached)];
      return { ...state, mac: createMac(screen.secret_hash, 'screen proof', ...parts) };
    },

    /** Returns the proof for another server of this installation that this one is at an address, with the arrivals after a position. NOT_FOUND. */
    async proveServer({ address, after, at, nonce, mac }: ServerProofBody): Promise<ServerProof> {
      const now = clock.now().getTime();
      const isInTime = Math.abs(now - at) <= SERVER_MOVE_LIMITS.clockSkewMs;
      const challenge = createMac(key, 'server challenge', address, after, String(at), nonce);
      if (!isMac(mac, challenge) || !isInTime || !isOwn(address)) throw new AppError('NOT_FOUND');
      const page = { after: parsePosition(after), until: new Date(now - MIN_AGE_MS), limit: SERVER_MOVE_LIMITS.arrivals };
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

    /** Returns and deletes the handover of a ticket. NOT_FOUND when the ticket is unknown, used or expired. */
    async redeem(ticket: string): Promise<Arrival> {
      const sealed = await takeHandover(autocommit(db), hashToken(ticket), clock.now());
      if (!sealed) throw new AppError('NOT_FOUND', 'This ticket was used already, or has expired.');
      return JSON.parse(createTextEncryption(getSealKey(ticket)).decrypt(sealed)) as Arrival;
    },

    /** Records that a screen plays at an address of this server. NOT_FOUND for other addresses. */
    async confirm({ screenId }: ScreenActor, { address, isCached }: { address: string; isCached: boolean }): Promise<void> {
      if (!isOwn(address)) throw new AppError('NOT_FOUND');
      await upsertArrival(autocommit(db), { screen_id: screenId, address, arrived_at: clock.now(), is_cached: isCached });
    },

    deleteExpired: async (): Promise<void> => void (await deleteExpiredHandovers(autocommit(db), clock.now())),
  };
}

export type ScreenArrivalsService = ReturnType<typeof createScreenArrivalsService>;
