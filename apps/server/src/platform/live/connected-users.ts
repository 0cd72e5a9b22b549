import type { Database } from '../database/database.ts';
import { replaceConnectedUsers, updateConnectedUsers } from './connected-users.store.ts';

export const CONNECTED_USERS_INTERVAL_MS = 2000;

export interface ConnectedUsersPublisher {
  /** Records the users who connected and disconnected since the last call; no statement without changes. */
  publish(): Promise<void>;
  /** Makes the next call record all users again, because records may be lost. */
  reset(): void;
}

/** Publishes the users connected to this process to the other processes. */
export function createConnectedUsersPublisher(db: Database, processId: string, list: () => string[]): ConnectedUsersPublisher {
  let publishedIds = new Set<string>();
  let mayBeLost = false;
  return {
    async publish() {
      const currentIds = new Set(list());
      if (mayBeLost) {
        // Reset before the statement, so that the next call repeats it when records are lost during it.
        mayBeLost = false;
        await replaceConnectedUsers(db, processId, [...currentIds]).catch((error) => {
          mayBeLost = true;
          throw error;
        });
      } else {
        const [added, removed] = [
          [...currentIds].filter((id) => !publishedIds.has(id)),
          [...publishedIds].filter((id) => !currentIds.has(id)),
        ];
        if (added.length + removed.length === 0) return;
        await updateConnectedUsers(db, processId, added, removed);
      }
      publishedIds = currentIds;
    },
    reset() {
      mayBeLost = true;
    },
  };
}

/** Connected users, each once, however many sockets they have. */
export interface PresenceTracker {
  /** Adds a socket of a user. Returns the function that removes it. */
  add(userId: string): () => void;
  list(): string[];
  isEmpty(): boolean;
}

export function createPresenceTracker(): PresenceTracker {
  const socketsOf = new Map<string, number>();
  return {
    add(userId) {
      socketsOf.set(userId, (socketsOf.get(userId) ?? 0) + 1);
      return () => {
        const remaining = (socketsOf.get(userId) ?? 1) - 1;
        if (remaining > 0) socketsOf.set(userId, remaining);
        else socketsOf.delete(userId);
      };
    },
    list: () => [...socketsOf.keys()],
    isEmpty: () => socketsOf.size === 0,
  };
}
