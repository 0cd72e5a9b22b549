import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Content of albums, provided by another module. */
export interface AlbumContentsQueries {
  /**
   * The first picture of an album as a subquery of at most one row: `key`, `rotation`, `thumbhash`. Part of the statement that lists
   * albums: asked on its own it took a quarter of the pages a second.
   */
  selectFirstPicture(albumId: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether a media of the album shows this original. */
  isShown(db: Db, albumId: string, originalId: string): Promise<boolean>;
  /** Returns the owners of these albums and everyone who has added media, whose storage they use. */
  listFileOwners(db: Db, albumIds: readonly string[]): Promise<string[]>;
}
export const albumContents = definePort<AlbumContentsQueries>('album contents');

/** Media of the album came, went, changed or became playable. */
export const albumContentChanged = defineEvent<{ albumId: string }>('albums.contentChanged');

/** The album goes to the bin, and its media with it. */
export const albumDeleting = defineEvent<{ albumId: string }>('albums.deleting');

/** It is out of the bin again. */
export const albumRestored = defineEvent<{ albumId: string }>('albums.restored');

/** An album is deleted permanently. */
export const albumPurging = defineEvent<{ albumId: string }>('albums.purging');

/** The accounts that can see the album changed, in either direction: what their playlists show of it changes too. */
export const albumReadersChanged = defineEvent<{ albumId: string }>('albums.readersChanged');

/** An account was invited to an album. */
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
