import { type AlbumLink, type createdLink, type createLinkBody, type editLinkBody, LIMITS, linkPassword } from '@vitrine/contract';
import type { z } from 'zod';
import { autocommit, type Db, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import { authorize, type Person } from '../access/index.ts';
import { type AlbumsApi, lockEditableAlbum } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { listOrganisationMemberIds } from '../organisations/index.ts';
import { presentLink } from './album-links.presenter.ts';
import { findEncryptedToken, findLink, listLinks } from './album-links.read-model.ts';
import { deleteExpiredLinks, deleteLink, insertLink, type LinkChange, updateLink } from './album-links.store.ts';

export interface AlbumLinksDeps extends Pick<Platform, 'db' | 'clock'> {
  albums: Pick<AlbumsApi, 'notifyReaders'>;
  tokenEncryption: TextEncryption;
  /** The plain password, whether it came plain or sealed. */
  openPassword: (password: string) => Promise<string>;
}

const TOKEN_SUFFIX_LENGTH = 4;
/** Expired links stay listed for this many days and can be extended. */
const EXPIRED_RETENTION_DAYS = 30;

/** Links to an album, for those who may share it. */
export function createAlbumLinksService({ db, clock, albums, tokenEncryption, openPassword }: AlbumLinksDeps) {
  const read = async (at: Db, id: string): Promise<AlbumLink> => {
    const row = await findLink(at, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentLink(row);
  };

  const hashLinkPassword = async (password: string | null): Promise<string | null> => {
    if (password === null) return null;
    const plain = await openPassword(password);
    assertLinkPassword(plain);
    return hashPassword(plain);
  };

  return {
    async list(actor: Person, albumId: string): Promise<AlbumLink[]> {
      await authorize(db, actor, 'albumLinks.read', [albumId]);
      return (await listLinks(db, albumId)).map(presentLink);
    },

    /** Returns the token of a link, for those who may change the link. NOT_FOUND also for links of earlier versions. */
    readToken: (actor: Person, id: string): Promise<{ token: string }> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'albumLink.update', [id]);
        const encrypted = await findEncryptedToken(tx, id);
        if (!encrypted) throw new AppError('NOT_FOUND', 'This link can’t be shown again. Create a new link.');
        return { token: tokenEncryption.decrypt(encrypted) };
      }),

    /** Creates a link. LINK_LIMIT. */
    async create(actor: Person, albumId: string, body: z.output<typeof createLinkBody>): Promise<z.infer<typeof createdLink>> {
      const expiresAt = parseExpiry(body.expiresAt, clock.now());
      // Asked before as well: strangers cost no hash.
      await authorize(db, actor, 'albumLinks.read', [albumId]);
      const passwordHash = await hashLinkPassword(body.password);
      const [id, token] = [newId(), createToken()];
      const link = await db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [albumId]);
        const album = await lockEditableAlbum(tx, albumId, 'The default album can’t be shared.');
        if ((await listLinks(tx, albumId)).length >= LIMITS.albumLinks) throw new AppError('LINK_LIMIT');
        await insertLink(tx, {
          id,
          album_id: albumId,
          made_by: await getLinkCreator(tx, actor, album),
          token_hash: hashToken(token),
          token_end: token.slice(-TOKEN_SUFFIX_LENGTH),
          encrypted_token: tokenEncryption.encrypt(token),
          password_hash: passwordHash,
          allows_download: body.allowsDownload,
          expires_at: expiresAt,
        });
        await albums.notifyReaders(tx, albumId);
        return read(tx, id);
      });
      return { link, token };
    },

    /** Changes a link from the next request on. Visitors with an old password must enter the new one. */
    async edit(actor: Person, id: string, { expiresAt, password, allowsDownload }: z.output<typeof editLinkBody>): Promise<AlbumLink> {
      const change: LinkChange = {
        ...(expiresAt !== undefined && { expires_at: parseExpiry(expiresAt, clock.now()) }),
        ...(allowsDownload !== undefined && { allows_download: allowsDownload }),
        ...(password !== undefined && { password_hash: await hashLinkPassword(password) }),
      };
      return db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'albumLink.update', [id]);
        await updateLink(tx, id, change);
        const link = await read(tx, id);
        await albums.notifyReaders(tx, link.albumId);
        return link;
      });
    },

    revoke: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'albumLink.update', [id]);
        const gone = await deleteLink(tx, id);
        if (gone) await albums.notifyReaders(tx, gone.album_id);
      }),

    deleteExpired: async (): Promise<void> => void (await deleteExpiredLinks(autocommit(db), EXPIRED_RETENTION_DAYS)),
  };
}
export type AlbumLinksService = ReturnType<typeof createAlbumLinksService>;

/** Administrators create links in the name of the album's owner. */
async function getLinkCreator(tx: Tx, { userId }: Person, album: { created_by: string; org_id: string | null }): Promise<string> {
  const members = album.org_id === null ? [] : await listOrganisationMemberIds(tx, album.org_id);
  return members.includes(userId) ? userId : album.created_by;
}

const invalid = (message: string) => new AppError('INVALID', message);

/** When the link ends, as a day that makes sense. INVALID. */
export function parseExpiry(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end <= now) throw invalid('Choose an expiration date in the future.');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + LIMITS.linkYearsMax);
  if (end > latest) throw invalid(`Choose an expiration date within ${LIMITS.linkYearsMax} years, or choose Never.`);
  return end;
}

/** A password as it was typed. INVALID. */
export function assertLinkPassword(plain: string): void {
  const { error } = linkPassword.safeParse(plain);
  if (error) throw invalid(error.issues[0]?.message ?? '');
}
