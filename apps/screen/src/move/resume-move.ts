import { HANDOVER_FRAGMENT } from '@vitrine/contract/server-move-texts';
import type { Database } from '../database/database.ts';
import { arrive } from './arrive.ts';
import { continueDeparture } from './depart.ts';

/** Runs before the screen starts. Accepts a screen that moves to this address, or opens the address to which this screen has moved. */
export const resumeMove = (database: Database): Promise<void> =>
  location.hash.startsWith(HANDOVER_FRAGMENT)
    ? arrive(database, location.hash.slice(HANDOVER_FRAGMENT.length))
    : continueDeparture(database);
