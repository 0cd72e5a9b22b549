import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** The part of an owner's plan that concerns families. */
export interface FamilyPlan {
  /** A plan for families that runs. */
  isRunning: boolean;
  /** Number of people in addition to the owner. */
  members: number;
}

/** Returns plans by account id; accounts without a plan are included. */
export const familyPlansByUser = definePort<(db: Db, userIds: readonly string[]) => Promise<Map<string, FamilyPlan>>>('family plans');

/** How many of a kind belong to an organisation. */
type OrganisationUsageCounters = Partial<Record<'albums' | 'playlists' | 'devices', (db: Db, orgId: string) => Promise<number>>>;
export const organisationUsageCounters = definePort<OrganisationUsageCounters>('organisation holdings');

/** Accounts with which an account shares albums, which therefore know each other. */
export const sharingContacts = definePort<(db: Db, userId: string, limit: number) => Promise<string[]>>('acquaintances');

/** Cached grants of this process, invalidated after a commit that revokes access. */
export const accessCache = definePort<{ clear: () => void }>('grants');

interface OrganisationEvent {
  orgId: string;
  /** As it is called at that moment. */
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
 * new permissions. `why` decides the notification.
 */
export const memberLeft = defineEvent<
  OrganisationEvent & { userId: string; userName: string; ownerId: string; reason: 'removed' | 'left' | 'dissolved' | 'accountGone' }
>('organisations.memberLeft');

/** Another member is the new owner, and the previous owner a member. Everything that belongs to the family moves with it. */
export const ownershipTransferred = defineEvent<OrganisationEvent & { fromId: string; fromName: string; toId: string; toName: string }>(
  'organisations.handedOver',
);

/** It is no more: what belonged to it is its owner's alone. Its members have left before (`memberLeft`). */
export const organisationDissolving = defineEvent<OrganisationEvent & { ownerId: string }>('organisations.dissolving');

/** An invited person did not join: they declined, are in another family, may be in none, or the family is full. */
export const invitationFailed = defineEvent<
  OrganisationEvent & { ownerId: string; email: string; why: 'elsewhere' | 'refused' | 'full' | 'declined' }
>('organisations.invitationEnded');
