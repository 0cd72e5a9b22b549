import type { User } from '@vitrine/contract/accounts';
import type { Overview } from '@vitrine/contract/overview';
import type { PersonDetails } from '@vitrine/contract/people';
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

/** Creates an account of a user on the free plan, as the console's list shows it to an administrator. `index` makes its id. */
export const aPerson = (name: string, index: number, values: Partial<PersonDetails> = {}): PersonDetails => ({
  _id: `00000000-0000-7000-8000-00000002${String(index).padStart(4, '0')}`,
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  role: 'user',
  isSuperAdmin: false,
  disable: false,
  showMenu: 1,
  platform: 'PP',
  profilePicture: null,
  gender: null,
  dateOfBirth: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  phoneNo: '',
  subscriptionId: null,
  subscription: null,
  plan: { planName: 'Trial', endDate: '2027-01-01T00:00:00.000Z', isTrial: true, hasEnded: false },
  endDate: null,
  hasSecondFactor: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  abilities: {
    edit: true,
    enable: true,
    roles: ['user', 'admin', 'support'],
    superAdmin: false,
    password: true,
    secondFactor: false,
    sessions: false,
    menu: false,
    plan: true,
    open: true,
  },
  isVerified: true,
  storage: { used: 0, quota: 5e9 },
  devices: { used: 0, included: 1, extra: 0, allowance: null },
  paid: null,
  given: null,
  ...values,
});
