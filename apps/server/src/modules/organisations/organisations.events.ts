import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** What the plan of a family's owner says of families. */
export interface FamilyPlan {
  /** A plan for families that runs. */
  isRunning: boolean;
  /** People beside the owner. */
  members: number;
}

/** Asked by user id; those who have no plan are in it all the same. */
export const familyPlansByUser = definePort<(db: Db, userIds: readonly string[]) => Promise<Map<string, FamilyPlan>>>('family plans');

/** How many of a kind belong to an organisation. */
type OrganisationUsageCounters = Partial<Record<'albums' | 'playlists' | 'devices', (db: Db, orgId: string) => Promise<number>>>;
export const organisationUsageCounters = definePort<OrganisationUsageCounters>('organisation holdings');

/** Those somebody shares albums with, who know each other therefore. */
export const sharingContacts = definePort<(db: Db, userId: string, limit: number) => Promise<string[]>>('acquaintances');

/** What this process still believes of who may see what; forgotten once it is committed that somebody may not any more. */
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
 * Somebody does not belong to it any more: they were removed, they left, it is dissolved, or their account goes. Their row is gone already, so
 * that whoever reacts finds who may do what from now on. `why` says what to tell.
 */
export const memberLeft = defineEvent<
  OrganisationEvent & { userId: string; userName: string; ownerId: string; reason: 'removed' | 'left' | 'dissolved' | 'accountGone' }
>('organisations.memberLeft');

/** Another member is its owner from now on, and whoever was it a member. All that belongs to it goes with it. */
export const ownershipTransferred = defineEvent<OrganisationEvent & { fromId: string; fromName: string; toId: string; toName: string }>(
  'organisations.handedOver',
);

/** It is no more: what belonged to it is its owner's alone. Its members have left before (`memberLeft`). */
export const organisationDissolving = defineEvent<OrganisationEvent & { ownerId: string }>('organisations.dissolving');

/** An invited person did not join: they declined, are in another family, may be in none, or the family is full. */
export const invitationFailed = defineEvent<
  OrganisationEvent & { ownerId: string; email: string; why: 'elsewhere' | 'refused' | 'full' | 'declined' }
>('organisations.invitationEnded');
