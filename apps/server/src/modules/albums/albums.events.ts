import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Content of albums, provided by another module. */
export interface AlbumContentsQueries {
  /**
   * Selects the first picture of an album as a subquery of at most one row: `key`, `rotation`, `thumbhash`. It is part of the statement that
   * lists albums, because a separate query reduced throughput by a quarter.
   */
  selectFirstPicture(albumId: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Returns true when a media item of the album shows this original. */
  isShown(db: Db, albumId: string, originalId: string): Promise<boolean>;
  /** Returns the owners of these albums and everyone who has added media, whose storage they use. */
  listFileOwners(db: Db, albumIds: readonly string[]): Promise<string[]>;
}
export const albumContents = definePort<AlbumContentsQueries>('album contents');

/** Media of the album were added, removed, changed or became playable. */
export const albumContentChanged = defineEvent<{ albumId: string }>('albums.contentChanged');

/** The album is being moved to the bin together with its media. */
export const albumDeleting = defineEvent<{ albumId: string }>('albums.deleting');

/** The album was restored from the bin. */
export const albumRestored = defineEvent<{ albumId: string }>('albums.restored');

/** The album is being deleted permanently. */
export const albumPurging = defineEvent<{ albumId: string }>('albums.purging');

/** Accounts gained or lost access to the album, so the content of their playlists may change. */
export const albumReadersChanged = defineEvent<{ albumId: string }>('albums.readersChanged');

/** An account was invited to an album. */
export const albumInvited = defineEvent<{
  userId: string;
  invitationId: string;
  inviterId: string;
  inviterName: string;
  albumName: string;
}>('albums.invited');

/** The account accepted an invitation, or verified an invited email address. */
export const albumJoined = defineEvent<{ userId: string; name: string; inviterId: string; albumName: string }>('albums.joined');

/** The invitation was answered or withdrawn. `notificationId` identifies its notification, if known. */
export const invitationClosed = defineEvent<{ userId: string; notificationId?: string }>('albums.invitationClosed');
