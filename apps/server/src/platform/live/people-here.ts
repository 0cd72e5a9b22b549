import type { Database } from '../database/database.ts';
import { replacePeopleHere, updatePeopleHere } from './people-here.store.ts';

export const PEOPLE_EVERY_MS = 2000;

export interface PeopleHere {
  /** Tells the other processes who has come and gone since; no statement where nobody has. */
  tell(): Promise<void>;
  /** What was told may be lost, so all of it is told anew. */
  forget(): void;
}

/** Tells the other processes who is connected to this one. */
export function createPeopleHere(db: Database, processId: string, list: () => string[]): PeopleHere {
  let told = new Set<string>();
  let mayBeLost = false;
  return {
    async tell() {
      const here = new Set(list());
      if (mayBeLost) {
        // First: what is lost meanwhile is told once more.
        mayBeLost = false;
        await replacePeopleHere(db, processId, [...here]).catch((error) => {
          mayBeLost = true;
          throw error;
        });
      } else {
        const [come, gone] = [[...here].filter((id) => !told.has(id)), [...told].filter((id) => !here.has(id))];
        if (come.length + gone.length === 0) return;
        await updatePeopleHere(db, processId, come, gone);
      }
      told = here;
    },
    forget() {
      mayBeLost = true;
    },
  };
}
