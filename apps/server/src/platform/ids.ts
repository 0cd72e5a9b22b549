import { v7 } from 'uuid';

/** A UUIDv7: unique, and in order of creation, so that indexes grow at one end. */
export const newId = (): string => v7();
