import type { Db, Tx } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** The part of an owner's plan that concerns families. */
export interface FamilyPlan {
  /** True when the owner has an active family plan. */
  isRunning: boolean;
  /** Number of people in addition to the owner. */
  members: number;
}

/** Returns plans by account id; accounts without a plan are included. */
export const familyPlansByUser = definePort<(db: Db, userIds: readonly string[]) => Promise<Map<string, FamilyPlan>>>('family plans');

/** Functions that count the objects of an organisation by kind. */
type OrganisationUsageCounters = Partial<Record<'albums' | 'playlists' | 'devices', (db: Db, orgId: string) => Promise<number>>>;
export const organisationUsageCounters = definePort<OrganisationUsageCounters>('organisation holdings');

/**
 * Locks what a change of members or owner affects, before any reaction does: these accounts in the order of their ids, then the organisation's albums.
 */
export const organisationLocks = definePort<(tx: Tx, orgId: string, userIds: readonly string[]) => Promise<unknown>>('organisation locks');

/** Lists accounts with which an account shares albums. */
export const sharingContacts = definePort<(db: Db, userId: string, limit: number) => Promise<string[]>>('acquaintances');

/** Cached grants of this process, invalidated after a commit that revokes access. */
export const accessCache = definePort<{ clear: () => void }>('grants');

interface OrganisationEvent {
  orgId: string;
  /** Name of the organisation at the time of the event. */
  name: string;
}

/** How a member joined: added by the owner, invited by address and verified it, or accepted an invitation. */
export type Arrival = 'added' | 'invited' | 'accepted';

/** A person became a member of the family. */
export const memberJoined = defineEvent<
  OrganisationEvent & { userId: string; userName: string; ownerId: string; ownerName: string; arrival: Arrival }
>('organisations.memberJoined');

/** A former member was invited and must accept or decline. */
export const formerMemberInvited = defineEvent<OrganisationEvent & { userId: string; ownerId: string; ownerName: string }>(
  'organisations.formerMemberInvited',
);

/**
 * An account is no longer a member: removed, left, the family was dissolved, or the account deleted. Its row is already deleted, so that reactions see the
 * new permissions. `reason` determines the notification.
 */
export const memberLeft = defineEvent<
  OrganisationEvent & { userId: string; userName: string; ownerId: string; reason: 'removed' | 'left' | 'dissolved' | 'accountGone' }
>('organisations.memberLeft');

/** Another member is the new owner, and the previous owner a member. Everything that belongs to the family moves with it. */
export const ownershipTransferred = defineEvent<OrganisationEvent & { fromId: string; fromName: string; toId: string; toName: string }>(
  'organisations.handedOver',
);

/** The organisation is being dissolved and its objects pass to its owner. `memberLeft` was emitted for all members before. */
export const organisationDissolving = defineEvent<OrganisationEvent & { ownerId: string }>('organisations.dissolving');

/** An invited person did not join: they declined, are in another family, may be in none, or the family is full. */
export const invitationFailed = defineEvent<
  OrganisationEvent & { ownerId: string; email: string; why: 'elsewhere' | 'refused' | 'full' | 'declined' }
>('organisations.invitationEnded');
