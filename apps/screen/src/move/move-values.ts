import { HANDOVER_FRAGMENT } from '@vitrine/contract/server-move-texts';
import { readValue } from '../database/local-values.ts';

/** Names of the stored values. An empty value counts as none. */
export const DEPARTURE_KEY = 'vitrine.move';
export const ARRIVAL_KEY = 'vitrine.arrival';

/** Returns true when a screen that moves to this address opened the page, or when the screen of this page has left for another address. */
export const isMoving = (): boolean => location.hash.startsWith(HANDOVER_FRAGMENT) || Boolean(readValue(DEPARTURE_KEY));

/** Returns true on a screen that arrived at this address, until it plays there. */
export const isArriving = (): boolean => Boolean(readValue(ARRIVAL_KEY));
