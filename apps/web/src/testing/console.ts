import type { User } from '@vitrine/contract/accounts';
import type { Overview } from '@vitrine/contract/overview';
import { ANA } from './signed-in.ts';

export const ADMIN: User = { ...ANA, role: 'admin' };

const figure = { now: 0, days: [] };
/** Overview of an installation without users or devices. */
export const EMPTY_OVERVIEW: Overview = {
  today: '2026-11-23',
  people: figure,
  online: { ...figure, devices: 0 },
  storage: figure,
  queue: figure,
  income: figure,
  attention: [],
};
