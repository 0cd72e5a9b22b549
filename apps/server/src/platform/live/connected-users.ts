import type { Database } from '../database/database.ts';
import { replaceConnectedUsers, updateConnectedUsers } from './connected-users.store.ts';

export const CONNECTED_USERS_INTERVAL_MS = 2000;

export interface ConnectedUsersPublisher {
  /** Records the users who connected and disconnected since the last call; no statement without changes. */
  publish(): Promise<void>;
  /** Everything is recorded again, because records may be lost. */
  reset(): void;
}

/** Tells the other processes who is connected to this one. */
export function createConnectedUsersPublisher(db: Database, processId: string, list: () => string[]): ConnectedUsersPublisher {
  let told = new Set<string>();
  let mayBeLost = false;
  return {
    async publish() {
      const here = new Set(list());
      if (mayBeLost) {
        // Reset before the statement, so that a loss during it is noticed.
        mayBeLost = false;
        await replaceConnectedUsers(db, processId, [...here]).catch((error) => {
          mayBeLost = true;
          throw error;
        });
      } else {
        const [come, gone] = [[...here].filter((id) => !told.has(id)), [...told].filter((id) => !here.has(id))];
        if (come.length + gone.length === 0) return;
        await updateConnectedUsers(db, processId, come, gone);
      }
      told = here;
    },
    reset() {
      mayBeLost = true;
    },
  };
}
