import type { GivenSubscription, User } from '@vitrine/contract';
import type { Expression, RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';
import type { Person, Viewing } from '../access/index.ts';

/** What a module holds of a person, for the export of all their data: by the name it has there. */
export type PersonalData = (db: Db, userId: string) => Promise<Record<string, unknown>>;
export const personalDataExports = definePort<PersonalData>('personal data');

/** What another module knows of an account, as an expression: whoever shows the account reads it along, in one statement. */
export type AccountExpression<Value> = (userId: Expression<string>) => RawBuilder<Value>;

/** The organisations somebody belongs to, in the order in which they joined. */
export const memberships = definePort<AccountExpression<User['orgs']>>('memberships');

export interface ProfilePicture {
  key: string;
  location: string;
  mimetype: string;
  name: string;
}

/** Pictures of people and organisations are files. */
export interface ProfilePictures {
  /** Null when there is no such file (any more). */
  describe(db: Db, fileId: string | null): Promise<ProfilePicture | null>;
  /** Refuses what is no small picture that this person uploaded: NOT_FOUND, FILE_UNSUPPORTED, PICTURE_TOO_LARGE. */
  assertOwnedBy(db: Db, userId: string, fileId: string): Promise<void>;
}
export const profilePictures = definePort<ProfilePictures>('pictures');

/** Gives a subscription without a card, until its date. Whether the giver may was asked before. PLAN_UNKNOWN, PLAN_CHANGED. */
export const grantSubscription =
  definePort<(tx: Tx, userId: string, given: GivenSubscription & { grantedBy: string }) => Promise<void>>('plan giver');

/**
 * What an account takes part in, held before anything of it is let go of: what others do with the same goes before or after. From left to
 * right, as everything is held.
 */
export const accountLocks = definePort<(tx: Tx, userId: string) => Promise<unknown>>('account holds');

/** The account that a session of staff is viewing at the moment; null for none. */
export const viewings = definePort<(staff: Omit<Person, 'viewing'>) => Promise<Viewing | null>>('viewings');

/** The subscription to show of an account; null when there never was one. */
export const newestSubscription = definePort<AccountExpression<string | null>>('newest subscription');

/** Somebody signed up. */
export const accountCreated = defineEvent<{ userId: string }>('accounts.created');

/** The address is proven to be this person's. */
export const emailVerified = defineEvent<{ userId: string; email: string }>('accounts.emailVerified');

/** The account goes: what it owns beyond its rows (bytes, screens) goes first. */
export const accountDeleting = defineEvent<{ userId: string }>('accounts.deleting');
