import type { NAMESPACES } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { newId } from '../ids.ts';
import { metrics } from '../metrics/metrics.ts';

export type Namespace = keyof typeof NAMESPACES;

/** One message to rooms of sockets, wherever their process is. */
export interface Nudge {
  namespace: Namespace;
  rooms: string[];
  event: string;
  payload: unknown;
}

export const LIVE_CHANNEL = 'vitrine_live';

/** PostgreSQL accepts payloads below 8,000 bytes. The difference is reserved for the id of the payload. */
const MAX_PAYLOAD_BYTES = 7900;

/** After this many changes of a kind, recipients reload all objects of the kind. */
export const MAX_SAME_EVENTS_PER_ROOM = 20;

/** A room is named after the accounts or screens that it reaches. */
export const getPersonRoom = (userId: string) => `person:${userId}`;
export const getSessionRoom = (sessionId: string) => `session:${sessionId}`;
export const getScreenRoom = (screenId: string) => `screen:${screenId}`;
export const screenIdOf = (room: string) => room.replace(/^screen:/, '');

export interface Live {
  /**
   * Sends nudges through PostgreSQL's NOTIFY or a stream of Redis when the caller's transaction commits, and discards them when it rolls back. A nudge with
   * one of its rooms must be shorter than 7,900 bytes.
   */
  send(tx: Tx, nudges: Nudge[]): Promise<void>;
  /** Ends the sockets of a room, e.g. of a session that was signed out. */
  disconnect(tx: Tx, room: string): Promise<void>;
  /** Invalidates cached grants of all processes after access was revoked. */
  revoke(tx: Tx): Promise<void>;
}

export type LiveMessage = Nudge | { disconnect: string } | { revoked: true };

export interface PayloadId {
  id: string;
}

/** Sends packed messages when the transaction commits. */
export type SendPayloads = (tx: Tx, payloads: string[]) => Promise<void>;

/** Sends payloads to every process through PostgreSQL when the transaction commits. */
export const notifyProcesses: SendPayloads = async (tx, payloads) => {
  await sql`select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(tx);
};

export function createLive(sendPayloads: SendPayloads = notifyProcesses): Live {
  const notify = async (tx: Tx, messages: LiveMessage[]) => {
    if (messages.length === 0) return;
    const payloads = packMessages(messages);
    metrics.nudgesSent.inc(payloads.length);
    await sendPayloads(tx, payloads);
  };
  return { send: notify, disconnect: (tx, room) => notify(tx, [{ disconnect: room }]), revoke: (tx) => notify(tx, [{ revoked: true }]) };
}

/** Limits the events of a kind for each room. After as many, recipients reload all objects, so the others of a change of 5,000 devices are not needed. */
export function capPerRoom(nudges: Nudge[]): Nudge[] {
  const counts = new Map<string, number>();
  const isUnderLimit = (room: string, event: string) => {
    const count = (counts.get(`${room} ${event}`) ?? 0) + 1;
    counts.set(`${room} ${event}`, count);
    return count <= MAX_SAME_EVENTS_PER_ROOM;
  };
  return nudges
    .map((nudge) => ({ ...nudge, rooms: nudge.rooms.filter((room) => isUnderLimit(room, nudge.event)) }))
    .filter(({ rooms }) => rooms.length > 0);
}

/**
 * Adds an id to a payload of at least one message, so that a process that receives it twice handles it once. The id is a separate element, which older
 * versions ignore.
 */
export const addPayloadId = (payload: string): string => `[${JSON.stringify({ id: newId() } satisfies PayloadId)},${payload.slice(1)}`;

/** Packs messages into JSON arrays, each as long as one notification can carry. A publish to 5,000 screens is a few dozen arrays. */
export function packMessages(messages: LiveMessage[]): string[] {
  const payloads: string[] = [];
  let [pack, bytes] = [[] as string[], 0];
  for (const text of new Set(messages.flatMap(splitByRooms).map((message) => JSON.stringify(message)))) {
    const more = Buffer.byteLength(text) + 1;
    if (pack.length > 0 && bytes + more > MAX_PAYLOAD_BYTES) {
      payloads.push(`[${pack.join(',')}]`);
      [pack, bytes] = [[], 0];
    }
    pack.push(text);
    bytes += more;
  }
  if (pack.length > 0) payloads.push(`[${pack.join(',')}]`);
  return payloads;
}

/** Splits a message for more rooms than one notification can carry; an empty list of rooms results in no message. */
function splitByRooms(message: LiveMessage): LiveMessage[] {
  if (!('rooms' in message) || message.rooms.length === 1) return [message];
  const { rooms, ...content } = message;
  // Rooms are named in ASCII, and quoted.
  const bytesOfOne = rooms.reduce((longest, room) => Math.max(longest, room.length), 0) + 3;
  const free = MAX_PAYLOAD_BYTES - Buffer.byteLength(JSON.stringify({ ...content, rooms: [] })) - 1;
  const atOnce = Math.max(1, Math.floor(free / bytesOfOne));
  return Array.from({ length: Math.ceil(rooms.length / atOnce) }, (_, index) => ({
    ...content,
    rooms: rooms.slice(index * atOnce, (index + 1) * atOnce),
  }));
}
