import { z } from 'zod';
import { platform, role } from './accounts.ts';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { interval, planType, subscriptionState } from './subscriptions.ts';

/** Epoch milliseconds. */
const instant = z.coerce.number<number>().int().min(0).max(8.64e15);

export const peopleSort = z.enum(['newest', 'name-az', 'name-za', 'email-az', 'email-za']);
export type PeopleSort = z.infer<typeof peopleSort>;

/** Filters of the list of people and of its CSV file. */
export const peopleFilterQuery = z.object({
  sort: peopleSort.optional(),
  /** One role; all of them without it. */
  filter: role.or(z.literal('all')).optional(),
  /** A part of the name or the address; of a whole address its account alone. */
  string: z.string().trim().max(LIMITS.emailMax).optional(),
  /** When they signed up, both ends included. */
  startDate: instant.optional(),
  endDate: instant.optional(),
  /** `1` includes disabled accounts. */
  disabled: z.enum(['0', '1']).optional(),
  platform: platform.optional(),
});
export type PeopleFilter = z.infer<typeof peopleFilterQuery>;

/** GET /users/search/user. */
export const peopleListQuery = peopleFilterQuery.extend({
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(10),
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  /** The page that follows this person, instead of `page`: as fast at the end as at the start. */
  after: id.optional(),
});
export type PeopleListQuery = z.infer<typeof peopleListQuery>;

/** The newest subscription, as sold. Amounts in cents, sizes in bytes, `endDate` in Unix seconds. */
export const personSubscription = z.object({
  name: z.string(),
  planName: z.string(),
  planStorage: z.number(),
  device: z.number(),
  planType,
  interval,
  amount: z.number().int(),
  /** Extra screens that it pays for; `amount` is the price of one for a period. */
  extraScreens: z.object({ quantity: z.number().int(), amount: z.number().int() }),
  endDate: z.number(),
  source: z.enum(['card', 'given']),
  state: subscriptionState,
});

/** A person as the console lists them. */
export const personRow = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    isSuperAdmin: z.boolean(),
    disable: z.boolean(),
    /** 1 for those whose side menu is shown. */
    showMenu: z.literal([0, 1]),
    platform,
    profilePicture: z.object({ key: z.string() }).nullable(),
    gender: z.enum(['female', 'male', 'other']).nullable(),
    /** YYYY-MM-DD. */
    dateOfBirth: z.string().nullable(),
    createdAt: z.string(),
    phoneNo: z.string(),
    hasSecondFactor: z.boolean(),
    subscriptionId: z.string().nullable(),
    subscription: personSubscription.nullable(),
    /** The plan that applies now, from any source; null for accounts without limits. */
    plan: z.object({ planName: z.string(), endDate: z.string(), isTrial: z.boolean(), hasEnded: z.boolean() }).nullable(),
    /** When that ends, in unix seconds. */
    endDate: z.number().nullable(),
    /** Sent with a change, which is refused when the account was changed by someone else. */
    updatedAt: z.string(),
    /** Actions that the caller may perform on this account. */
    abilities: z.object({
      edit: z.boolean(),
      enable: z.boolean(),
      /** Which roles they may give it; none where they may not. */
      roles: z.array(role),
      /** To grant super-admin rights or remove them. */
      superAdmin: z.boolean(),
      password: z.boolean(),
      /** To turn off a second factor that its owner has lost. */
      secondFactor: z.boolean(),
      /** To end all sessions of the account. */
      sessions: z.boolean(),
      menu: z.boolean(),
      plan: z.boolean(),
      /** To look at it and work in it. */
      open: z.boolean(),
    }),
  })
  .meta({ id: 'PersonRow' });
export type PersonRow = z.infer<typeof personRow>;

/**
 * Devices of an account: how many it has, how many its plan includes, how many extra screens it pays for, and how many an administrator allows in place of
 * the plan's number and the extra screens.
 */
export const deviceAllowance = z.object({ used: z.number(), included: z.number(), extra: z.number(), allowance: z.number().nullable() });
export type DeviceAllowance = z.infer<typeof deviceAllowance>;

/** GET /users/search/user/{id}: the panel next to the list. */
export const personDetails = personRow
  .extend({
    isVerified: z.boolean(),
    /** Bytes. */
    storage: z.object({ used: z.number(), quota: z.number() }),
    devices: deviceAllowance,
    /** The subscriptions that run: one a card pays for, one that was given. */
    paid: personSubscription.nullable(),
    given: personSubscription.nullable(),
  })
  .meta({ id: 'PersonDetails' });
export type PersonDetails = z.infer<typeof personDetails>;

/** Version that the editor has read, for detecting a concurrent change. */
const readAt = z.iso.datetime().optional();

/** PUT /users/status/{id}: true for an account that signs in. */
export const accountStatusBody = z.strictObject({ status: z.boolean(), updatedAt: readAt });

/** PUT /users/roles/{id}. Only super-admins may set `isSuperAdmin`, for administrators; without it, an administrator keeps these rights. */
export const accountRoleBody = z
  .strictObject({ roleName: role, isSuperAdmin: z.boolean().optional(), updatedAt: readAt })
  .refine(({ roleName, isSuperAdmin }) => isSuperAdmin !== true || roleName === 'admin', 'Only an administrator can be a super-admin.');
