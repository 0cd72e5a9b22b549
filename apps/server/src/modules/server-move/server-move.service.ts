import { type MoveFailure, type MoveInstruction, SERVER_MOVE_LIMITS, type ServerMove } from '@vitrine/contract';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { getScreenRoom } from '../../platform/live/live.ts';
import { insertAuditEntry, type Person, type ScreenActor } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { requestServerProof } from './move-target.service.ts';
import { countDevices, findOpenMove, findScreen, listOnlineScreens, listRemaining } from './server-move.read-model.ts';
import { createMac, getSpreadMs, parseMoveAddress } from './server-move.rules.ts';
import { claimDueMove, deleteEndedMoves, endMove, insertMove, lockOpenMove, recordArrivals, upsertFailure } from './server-move.store.ts';

/** Time between two requests to the server at the new address. */
const REQUEST_INTERVAL_MS = 15_000;
/** Maximum number of pages of arrivals that are read at a time. */
const MAX_PAGES = 20;
const DAY_MS = 86_400_000;
/** Retention period of ended moves. */
const KEPT_DAYS = 90;

export interface ServerMoveDeps extends Pick<Platform, 'db' | 'clock' | 'deliverLocally' | 'log'> {
  /** Key of the installation. A server that was restored from a backup has the same. */
  key: Buffer;
  currentAddress: string;
}

/** Moves the screens of this server to another address. */
export function createServerMoveService({ db, clock, deliverLocally, log, key, currentAddress }: ServerMoveDeps) {
  /** The open move, after this process has announced it to its screens; null without one. */
  let announced: { id: string; spreadMs: number } | null = null;

  /** Returns the open move with its progress. */
  const read = async (): Promise<ServerMove> => {
    const move = await findOpenMove(db);
    if (!move) return { currentAddress, move: null };
    const [counts, remaining] = await Promise.all([countDevices(db, move.id), listRemaining(db, move.id, SERVER_MOVE_LIMITS.listed)]);
    return {
      currentAddress,
      move: {
        _id: move.id,
        address: move.address,
        startedAt: move.started_at.toISOString(),
        checkedAt: move.checked_at?.toISOString() ?? null,
        ...counts,
        remaining: remaining.map(({ id, name, device_code: deviceId, is_online: isOnline, failure }) => ({
          _id: id,
          name,
          deviceId,
          isOnline,
          failure,
        })),
      },
    };
  };

  /** Announces a new move to the connected screens of this process. Screens that connect later get the announcement from `getAnnouncement`. */
  const announce = async (): Promise<void> => {
    const move = await findOpenMove(db);
    const isNew = move !== undefined && move.id !== announced?.id;
    announced = move ? { id: move.id, spreadMs: move.spread_ms } : null;
    if (!isNew) return;
    const screenIds = await listOnlineScreens(db).catch((error: unknown) => {
      // The next call announces the move.
      announced = null;
      throw error;
    });
    const rooms = screenIds.map(getScreenRoom);
    deliverLocally({ namespace: 'screen', rooms, event: 'move', payload: { withinMs: move.spread_ms } });
  };

  const audit = (tx: Tx, actor: Person, action: string, id: string) =>
    insertAuditEntry(tx, { actorId: actor.userId, userId: null, action, objects: { table: 'server_moves', ids: [id] } });

  /** Reads pages of arrivals from the server at the new address until it has no more. SERVER_MOVE_REFUSED. */
  const readArrivals = async (move: { id: string; address: string; arrivals_after: string }): Promise<void> => {
    let after = move.arrivals_after;
    for (let page = 0; page < MAX_PAGES; page++) {
      const proof = await requestServerProof(key, { address: move.address, after }, clock.now());
      const arrivals = { deviceCodes: proof.arrived, after: proof.after, at: clock.now() };
      await db.transaction().execute((tx) => recordArrivals(tx, move, arrivals));
      after = proof.after;
      if (proof.arrived.length < SERVER_MOVE_LIMITS.arrivals) return;
    }
  };

  return {
    read,

    /** Starts a move to the address in a text. SERVER_MOVE_REFUSED. */
    async start(actor: Person, text: string): Promise<ServerMove> {
      const address = parseMoveAddress(text, currentAddress);
      const id = newId();
      await requestServerProof(key, { address, after: '' }, clock.now());
      await db.transaction().execute(async (tx) => {
        const spreadMs = getSpreadMs((await listOnlineScreens(tx)).length);
        if (!(await insertMove(tx, { id, address, spreadMs, startedAt: clock.now() })))
          throw new AppError('SERVER_MOVE_REFUSED', 'Screens are being moved already. End that move first.');
        await audit(tx, actor, 'serverMove.start', id);
      });
      await announce();
      return read();
    },

    /** Ends the open move. Screens that have moved stay at the new address. NOT_FOUND. */
    end: (actor: Person): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const move = await lockOpenMove(tx);
        if (!move) throw new AppError('NOT_FOUND');
        await audit(tx, actor, 'serverMove.end', move.id);
        await endMove(tx, move.id, clock.now());
      }),

    /** Returns the new address for a screen, authenticated with the hash of its secret. */
    async findInstruction({ screenId }: ScreenActor): Promise<MoveInstruction | null> {
      const move = await findOpenMove(db);
      const screen = move && (await findScreen(db, screenId));
      if (!move || !screen) return null;
      const { id: moveId, address } = move;
      return { moveId, address, mac: createMac(screen.secret_hash, 'instruction', screen.device_code, moveId, address) };
    },

    /** Records why a screen has not moved. */
    recordFailure: ({ screenId }: ScreenActor, moveId: string, failure: MoveFailure): Promise<void> =>
      upsertFailure(autocommit(db), { moveId, screenId, failure, at: clock.now() }),

    /** Announces a move that another process has started. Every 15 seconds, requests from the server at the new address which screens have arrived. */
    async refresh(): Promise<void> {
      await announce();
      if (announced === null) return;
      const now = clock.now();
      const move = await claimDueMove(autocommit(db), now, new Date(now.getTime() - REQUEST_INTERVAL_MS));
      if (move) await readArrivals(move).catch((error: unknown) => log.info({ err: error }, 'the server at the new address gave no proof'));
    },

    deleteOld: async (): Promise<void> => {
      await deleteEndedMoves(autocommit(db), new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
    },

    /** Returns the time in milliseconds within which a screen that connects moves; null when no move is open. */
    getAnnouncement: (): number | null => announced?.spreadMs ?? null,
  };
}

export type ServerMoveService = ReturnType<typeof createServerMoveService>;
