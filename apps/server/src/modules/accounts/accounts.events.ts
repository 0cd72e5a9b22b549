import type { GrantedSubscription, User } from '@vitrine/contract';
import type { SessionEndReason } from '@vitrine/contract/session-activity';
import type { Expression, RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Returns a module's data about an account for the export of personal data, by section name. */
export type PersonalData = (db: Db, userId: string) => Promise<Record<string, unknown>>;
export const personalDataExports = definePort<PersonalData>('personal data');

/** Expression for another module's data about an account, so that accounts are read in one statement. */
export type AccountExpression<Value> = (userId: Expression<string>) => RawBuilder<Value>;

/** Organisations of an account, in the order in which it joined them. */
export const memberships = definePort<AccountExpression<User['orgs']>>('memberships');

export interface ProfilePicture {
  key: string;
  location: string;
  mimetype: string;
  name: string;
}

/** Pictures of people and organisations are files. */
export interface ProfilePictures {
  /** Null when the file does not exist. */
  describe(db: Db, fileId: string | null): Promise<ProfilePicture | null>;
  /** Refuses what is no small picture that this person uploaded: NOT_FOUND, FILE_UNSUPPORTED, PICTURE_TOO_LARGE. */
  assertOwnedBy(db: Db, userId: string, fileId: string): Promise<void>;
}
export const profilePictures = definePort<ProfilePictures>('pictures');

/** Grants a subscription without a card until a date. The caller has checked the permission. PLAN_UNKNOWN, PLAN_CHANGED. */
export const grantSubscription =
  definePort<(tx: Tx, userId: string, given: GrantedSubscription & { grantedBy: string }) => Promise<void>>('plan giver');

/**
 * Locks everything an account takes part in before any of it is released, so that concurrent changes come before or after. Modules lock from left to right,
 * as everywhere.
 */
export const accountLocks = definePort<(tx: Tx, userId: string) => Promise<unknown>>('account holds');

/** The subscription to show of an account; null when there never was one. */
export const newestSubscription = definePort<AccountExpression<string | null>>('newest subscription');

/** Ends emails of one kind by the token of their link. Returns false for a token of another kind. */
export const emailStops = definePort<(tx: Tx, token: string) => Promise<boolean>>('email stops');

/** An account was created. */
export const accountCreated = defineEvent<{ userId: string }>('accounts.created');

/** The address is proven to be this person's. */
export const emailVerified = defineEvent<{ userId: string; email: string }>('accounts.emailVerified');

/**
 * The password or address of an account changed, or the account was disabled. Everything that was opened with the old credentials must end, except the
 * session that made the change.
 */
export const credentialsChanged = defineEvent<{
  userId: string;
  keptSessionHash: Buffer | null;
  reason: Extract<SessionEndReason, 'password' | 'email' | 'disabled'>;
}>('accounts.credentialsChanged');

/** An account is being deleted. Reactions first remove what it owns besides its rows, such as bytes and screens. */
export const accountDeleting = defineEvent<{ userId: string }>('accounts.deleting');
