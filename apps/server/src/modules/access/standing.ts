import type { Person } from './actor.ts';

/** Returns the only platform whose people, screens and orders this staff member sees; null for all platforms. */
export const getVisiblePlatform = ({ isSuperAdmin, platform }: Pick<Person, 'isSuperAdmin' | 'platform'>): 'WV' | null =>
  platform === 'WV' && !isSuperAdmin ? 'WV' : null;
