import type { Person } from './actor.ts';

/** The platform whose people, screens and orders somebody of the console sees alone; null for all of them. */
export const platformSeenBy = ({ isSuperAdmin, platform }: Person): 'WV' | null => (platform === 'WV' && !isSuperAdmin ? 'WV' : null);
