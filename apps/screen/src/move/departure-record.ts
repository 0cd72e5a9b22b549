import { readValue, writeValue } from '../database/local-values.ts';
import { DEPARTURE_KEY } from './move-values.ts';

/** The departure of a screen, as the page of the old address stores it. */
export interface DepartureRecord {
  deviceId: string;
  moveId: string;
  address: string;
  /** True when the server at the new address has confirmed that the screen plays there. */
  isDone: boolean;
  /** True when the page at the new address also starts without its server. */
  isCached: boolean;
  /** Epoch milliseconds before which a screen that returned does not try again. */
  retryAt: number;
}

export function readDeparture(): DepartureRecord | null {
  const text = readValue(DEPARTURE_KEY);
  try {
    return text ? (JSON.parse(text) as DepartureRecord) : null;
  } catch {
    return null;
  }
}

export const writeDeparture = (record: DepartureRecord): void => writeValue(DEPARTURE_KEY, JSON.stringify(record));

/** Removes the departure, because the screen plays at this address. */
export const removeDeparture = (): void => writeValue(DEPARTURE_KEY, '');
