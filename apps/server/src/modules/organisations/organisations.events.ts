import { defineEvent } from '../../platform/events.ts';

interface Family {
  orgId: string;
  /** As it is called at that moment. */
  name: string;
}

/** Somebody belongs to the organisation from now on. */
export const memberJoined = defineEvent<
  Family & { userId: string; userName: string; ownerId: string; ownerName: string; wasInvited: boolean }
>('organisations.memberJoined');

/**
 * Somebody does not belong to it any more: they were removed, they left, it is dissolved, or their account goes. Their row is gone already, so
 * that whoever reacts finds who may do what from now on. `why` says what to tell.
 */
export const memberLeft = defineEvent<
  Family & { userId: string; userName: string; ownerId: string; why: 'removed' | 'left' | 'dissolved' | 'accountGone' }
>('organisations.memberLeft');

/** Another member is its owner from now on, and whoever was it a member. All that belongs to it goes with it. */
export const organisationHandedOver = defineEvent<Family & { fromId: string; fromName: string; toId: string; toName: string }>(
  'organisations.handedOver',
);

/** It is no more: what belonged to it is its owner's alone. Its members have left before (`memberLeft`). */
export const organisationDissolving = defineEvent<Family & { ownerId: string }>('organisations.dissolving');

/** An address that was invited is proven to be somebody's who cannot join: they are in another family, or their account may be in none. */
export const invitationEnded = defineEvent<Family & { ownerId: string; email: string; why: 'elsewhere' | 'refused' | 'full' }>(
  'organisations.invitationEnded',
);
