import { defineEvent } from '../../platform/events.ts';

/** Media of the album came, went, changed or became playable. */
export const albumContentChanged = defineEvent<{ albumId: string }>('albums.contentChanged');

/** The album goes to the bin, and its media with it. */
export const albumDeleting = defineEvent<{ albumId: string }>('albums.deleting');

/** It is out of the bin again. */
export const albumRestored = defineEvent<{ albumId: string }>('albums.restored');

/** It goes for good. */
export const albumPurging = defineEvent<{ albumId: string }>('albums.purging');

/** The accounts that can see the album changed, in either direction: what their playlists show of it changes too. */
export const albumReadersChanged = defineEvent<{ albumId: string }>('albums.readersChanged');

/** An account lost the permission to add media to the album. */
export const albumAddersRemoved = defineEvent<{ albumId: string }>('albums.addersRemoved');

/** Somebody with an account is invited to an album. */
export const albumInvited = defineEvent<{
  userId: string;
  invitationId: string;
  inviterId: string;
  inviterName: string;
  albumName: string;
}>('albums.invited');

/** They accepted, or proved that an invited address is theirs. */
export const albumJoined = defineEvent<{ userId: string; name: string; inviterId: string; albumName: string }>('albums.joined');

/** The invitation was answered or taken back. `notificationId` names the notification that carried it, if that is known. */
export const invitationClosed = defineEvent<{ userId: string; notificationId?: string }>('albums.invitationClosed');
