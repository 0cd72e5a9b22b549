import { defineEvent } from '../../platform/events.ts';

/** The second factor of an account was turned on or off. All sessions end, except the one that is kept. */
export const secondFactorChanged = defineEvent<{ userId: string; keptSessionHash: Buffer | null }>('secondFactors.changed');
