import { on, type Reaction } from '../../platform/events.ts';
import { albumInvited, albumJoined, invitationClosed } from '../albums/index.ts';
import {
  formerMemberInvited,
  invitationFailed,
  listOrganisationMemberIds,
  memberJoined,
  memberLeft,
  ownershipTransferred,
} from '../organisations/index.ts';
import { waitingPublishesDropped } from '../publishing/index.ts';
import { screenAlertsReported } from '../screen-alerts/index.ts';
import type { NotificationsService } from './notifications.service.ts';

export const createAlbumNotificationReactions = ({ notify, closeInvitation }: NotificationsService): Reaction[] => [
  on(albumInvited, (tx, { userId, invitationId, inviterId, inviterName, albumName }) =>
    notify(tx, {
      user_id: userId,
      body: `${inviterName} wants to share the album “${albumName}” with you.`,
      created_by: inviterId,
      invitation_type: 'share_album',
      invitation_id: invitationId,
    }),
  ),
  on(albumJoined, (tx, { userId, name, inviterId, albumName }) =>
    notify(tx, { user_id: inviterId, body: `${name} joined the album “${albumName}”.`, created_by: userId }),
  ),
  on(invitationClosed, (tx, { userId, notificationId }) => closeInvitation(tx, userId, notificationId)),
];

const INVITATION_END_TEXTS = {
  elsewhere: 'this person belongs to another family',
  refused: 'this person can’t be added to a family',
  full: 'the family was already full',
  declined: 'this person declined the invitation',
};

/** Notifications about families. The acting account is informed by the response instead. */
export function createFamilyNotificationReactions({ notify }: NotificationsService): Reaction[] {
  const familyInvitation = { invitation_type: 'family' as const };
  return [
    on(memberJoined, async (tx, { userId, userName, ownerId, ownerName, name, arrival }) => {
      if (arrival !== 'accepted')
        await notify(tx, {
          ...familyInvitation,
          user_id: userId,
          body: `${ownerName} added you to the family “${name}”. You can now see everything in it. Your own content stays private. You can leave on the Family page.`,
          created_by: ownerId,
        });
      if (arrival !== 'added')
        await notify(tx, { ...familyInvitation, user_id: ownerId, body: `${userName} joined your family “${name}”.`, created_by: userId });
    }),
    on(formerMemberInvited, (tx, { userId, ownerId, ownerName, name }) =>
      notify(tx, {
        ...familyInvitation,
        user_id: userId,
        body: `${ownerName} invited you to join the family “${name}”. Accept or decline on the Family page.`,
        created_by: ownerId,
      }),
    ),
    on(memberLeft, async (tx, { userId, userName, ownerId, name, reason }) => {
      const toOwner = { ...familyInvitation, user_id: ownerId };
      const toMember = { ...familyInvitation, user_id: userId, created_by: ownerId };
      if (reason === 'removed')
        await notify(tx, { ...toMember, body: `You were removed from the family “${name}”. You keep your own content.` });
      else if (reason === 'dissolved')
        await notify(tx, {
          ...toMember,
          body: `The family “${name}” was dissolved. Its content now belongs to the owner. You keep your own content.`,
        });
      else if (reason === 'left') await notify(tx, { ...toOwner, body: `${userName} left your family “${name}”.`, created_by: userId });
      else
        await notify(tx, {
          ...toOwner,
          body: `${userName} deleted their account and is no longer in your family “${name}”.`,
          created_by: null,
        });
    }),
    on(ownershipTransferred, async (tx, { orgId, name, fromId, fromName, toId, toName }) => {
      for (const userId of await listOrganisationMemberIds(tx, orgId)) {
        const isNewOwner = userId === toId;
        const body = isNewOwner
          ? `${fromName} made you the owner of the family “${name}”. Its content now belongs to you and counts toward your plan.`
          : `${fromName} made ${toName} the owner of the family “${name}”.`;
        if (userId !== fromId) await notify(tx, { ...familyInvitation, user_id: userId, body, created_by: fromId });
      }
    }),
    on(invitationFailed, (tx, { ownerId, name, email, why }) =>
      notify(tx, {
        ...familyInvitation,
        user_id: ownerId,
        body: `${email} wasn’t added to your family “${name}” because ${INVITATION_END_TEXTS[why]}.`,
        created_by: null,
      }),
    ),
  ];
}

export const createAlertNotificationReactions = ({ notify }: NotificationsService): Reaction[] => [
  on(screenAlertsReported, async (tx, { userIds, text }) => {
    for (const userId of userIds) await notify(tx, { user_id: userId, body: text, created_by: null });
  }),
];

const DROP_TEXTS = {
  access: 'you no longer have access to the playlist or the screen',
  deactivated: 'your account was deactivated',
  empty: 'the playlist has nothing to show',
  deleted: 'the playlist was deleted',
};

export const createPublishingNotificationReactions = ({ notify }: NotificationsService): Reaction[] => [
  on(waitingPublishesDropped, (tx, { userId, playlistName, deviceNames, reason }) => {
    const [name = ''] = deviceNames;
    const target = deviceNames.length === 1 ? `“${name}”` : `${deviceNames.length} screens`;
    return notify(tx, {
      user_id: userId,
      body: `“${playlistName}” won’t be published to ${target} because ${DROP_TEXTS[reason]}.`,
      created_by: null,
    });
  }),
];
