import { definePort } from '../../platform/ports.ts';
import type { Person, Viewing } from '../access/index.ts';

/** Returns the account that a session of staff is viewing now, or null. */
export const viewings = definePort<(staff: Omit<Person, 'viewing'>) => Promise<Viewing | null>>('viewings');
