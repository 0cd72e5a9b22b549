import type { Database } from '../database/database.ts';
import { replaceConnectedUsers, updateConnectedUsers } from './connected-users.store.ts';

export const CONNECTED_USERS_INTERVAL_MS = 2000;

export interface ConnectedUsersPublisher {
  /** Tells the other processes who has come and gone since; no statement where nobody has. */
  publish(): Promise<void>;
  /** What was told may be lost, so all of it is told anew. */
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
        // First: what is lost meanwhile is told once more.
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
