import type { NAMESPACES } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

export type Namespace = keyof typeof NAMESPACES;

/** One message to a room of sockets, wherever their process is. */
export interface Nudge {
  namespace: Namespace;
  room: string;
  event: string;
  payload: unknown;
}

export const LIVE_CHANNEL = 'vitrine_live';

/** Rooms are named after whom they reach. */
export const personRoom = (userId: string) => `person:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;
export const screenRoom = (screenId: string) => `screen:${screenId}`;

export interface Live {
  /**
   * Sends nudges through PostgreSQL's NOTIFY, in the caller's transaction: they leave when it
   * commits and never when it rolls back. A payload has to stay under 8,000 bytes.
   */
  send(tx: Tx, nudges: Nudge[]): Promise<void>;
  /** Ends the sockets of a room, e.g. of a session that was signed out. */
  disconnect(tx: Tx, room: string): Promise<void>;
  /** Somebody may not see any more what they could: every process forgets whom it let through before. */
  revoke(tx: Tx): Promise<void>;
}

export type LiveMessage = Nudge | { disconnect: string } | { revoked: true };

export function createLive(): Live {
  const notify = async (tx: Tx, messages: LiveMessage[]) => {
    if (messages.length === 0) return;
    const texts = messages.map((message) => JSON.stringify(message));
    await sql`select pg_notify(${LIVE_CHANNEL}, message) from unnest(${texts}::text[]) as message`.execute(tx);
  };
  return { send: notify, disconnect: (tx, room) => notify(tx, [{ disconnect: room }]), revoke: (tx) => notify(tx, [{ revoked: true }]) };
}
