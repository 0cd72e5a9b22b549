import { on, type Reaction } from '../../platform/events.ts';
import {
  formerMemberInvited,
  invitationEnded,
  listOrganisationMembers,
  memberJoined,
  memberLeft,
  organisationHandedOver,
} from '../organisations/index.ts';
import type { NotificationsService } from './notifications.service.ts';

const ENDED = {
  elsewhere: 'is in another family',
  refused: 'cannot be in a family',
  full: 'found no place any more',
  declined: 'declined the invitation',
};

/** Who hears what of a family. Whoever does a thing themselves is told by the answer. */
export function createFamilyReactions({ notify }: NotificationsService): Reaction[] {
  const about = { invitation_type: 'family' as const };
  return [
    on(memberJoined, async (tx, { userId, userName, ownerId, ownerName, name, arrival }) => {
      if (arrival !== 'accepted')
        await notify(tx, {
          ...about,
          user_id: userId,
          body: `${ownerName} added you to the family “${name}”. You see all that belongs to it; the family sees nothing of your own. You can leave it on the page of the family.`,
          created_by: ownerId,
        });
      if (arrival !== 'added')
        await notify(tx, { ...about, user_id: ownerId, body: `${userName} joined your family “${name}”.`, created_by: userId });
    }),
    on(formerMemberInvited, (tx, { userId, ownerId, ownerName, name }) =>
      notify(tx, {
        ...about,
        user_id: userId,
        body: `${ownerName} invites you to join the family “${name}”. Accept or decline on the family page.`,
        created_by: ownerId,
      }),
    ),
    on(memberLeft, async (tx, { userId, userName, ownerId, name, why }) => {
      const toOwner = { ...about, user_id: ownerId };
      const toMember = { ...about, user_id: userId, created_by: ownerId };
      if (why === 'removed')
        await notify(tx, { ...toMember, body: `You were removed from the family “${name}”. What is your own stays yours.` });
      else if (why === 'dissolved')
        await notify(tx, {
          ...toMember,
          body: `The family “${name}” was dissolved. What belonged to it is its owner's alone; what is your own stays yours.`,
        });
      else if (why === 'left') await notify(tx, { ...toOwner, body: `${userName} left your family “${name}”.`, created_by: userId });
      else
        await notify(tx, {
          ...toOwner,
          body: `${userName} deleted their account, and is not in your family “${name}” any more.`,
          created_by: null,
        });
    }),
    on(organisationHandedOver, async (tx, { orgId, name, fromId, fromName, toId, toName }) => {
      for (const userId of await listOrganisationMembers(tx, orgId)) {
        const isNext = userId === toId;
        const body = isNext
          ? `${fromName} handed the family “${name}” over to you. What belongs to it is yours now, and counts towards your plan.`
          : `${fromName} handed the family “${name}” over to ${toName}, who is its owner now.`;
        if (userId !== fromId) await notify(tx, { ...about, user_id: userId, body, created_by: fromId });
      }
    }),
    on(invitationEnded, (tx, { ownerId, name, email, why }) =>
      notify(tx, {
        ...about,
        user_id: ownerId,
        body: `${email} was not added to your family “${name}”: this person ${ENDED[why]}.`,
        created_by: null,
      }),
    ),
  ];
}
