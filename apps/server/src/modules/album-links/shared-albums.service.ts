import { type MediaLayout, type openedLink, parseMediaKey, type SharedMedia } from '@vitrine/contract';
import type { z } from 'zod';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createAttemptLimiter } from '../../platform/limits/attempt-limits.ts';
import { rateLimitKey } from '../../platform/network-addresses.ts';
import { verifyPassword } from '../../platform/security/password-hashing.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import type { LinkActor } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { DownloadsApi } from '../downloads/index.ts';
import type { MediaApi } from '../media/index.ts';
import { presentSharedAlbum, presentSharedMedia } from './album-links.presenter.ts';
import { findOpenLink, isPageLeftOut, type OpenLink } from './album-links.read-model.ts';
import { incrementVisits } from './album-links.store.ts';
import type { LinkSessions } from './link-sessions.ts';

export interface SharedAlbumsDeps extends Pick<Platform, 'db' | 'clock'> {
  media: Pick<MediaApi, 'list' | 'layout'>;
  downloads: Pick<DownloadsApi, 'packAlbum'>;
  linkSessions: LinkSessions;
  openPassword: (password: string) => Promise<string>;
}

/** Credentials of a visitor: the token of the address and the link session of the cookie. */
export interface LinkKey {
  token: string;
  session: string | undefined;
}

const WINDOW_MS = 15 * 60_000;
const MAX_PER_LINK_AND_ADDRESS = 10;
const MAX_PER_LINK = 50;
const MAX_PER_ADDRESS = 100;
/** Concurrent downloads of one link in each process. */
const MAX_CONCURRENT_ZIPS = 3;

/** The same error for unknown, expired, revoked links and deleted albums. */
const createLinkGoneError = () => new AppError('NOT_FOUND', 'This link no longer works.');
const toLinkActor = ({ id, owner_id: albumOwnerId }: OpenLink): LinkActor => ({ kind: 'link', linkId: id, albumOwnerId });

/** Albums for visitors with a link. Each call checks again whether the link is valid. */
export function createSharedAlbumsService({ db, clock, media, downloads, linkSessions, openPassword }: SharedAlbumsDeps) {
  const attempts = createAttemptLimiter({ db, clock });
  const zips = new Map<string, number>();

  const find = async (token: string): Promise<OpenLink> => {
    const link = await findOpenLink(db, hashToken(token));
    if (!link) throw createLinkGoneError();
    return link;
  };
  const isLocked = (link: OpenLink, pass: string | undefined) => link.password_hash !== null && !linkSessions.isValid(link, pass);
  const open = async ({ token, session }: LinkKey): Promise<OpenLink> => {
    const link = await find(token);
    if (isLocked(link, session)) throw new AppError('LINK_LOCKED');
    return link;
  };
  const openForDownload = async (key: LinkKey): Promise<OpenLink> => {
    const link = await open(key);
    if (!link.allows_download) throw new AppError('LINK_VIEW_ONLY');
    return link;
  };

  return {
    async read({ token, session: pass }: LinkKey): Promise<z.infer<typeof openedLink>> {
      const link = await find(token);
      return isLocked(link, pass) ? { isLocked: true, album: null } : { isLocked: false, album: presentSharedAlbum(link) };
    },

    /** A pass for the right password. INCORRECT_PASSWORD, TOO_MANY_REQUESTS. */
    async unlock(token: string, password: string, address: string): Promise<string | null> {
      const link = await find(token);
      const { password_hash: hash } = link;
      if (hash === null) return null;
      const network = rateLimitKey(address);
      const allowances = [
        { subject: `link ${link.id} ${network}`, limit: MAX_PER_LINK_AND_ADDRESS, windowMs: WINDOW_MS },
        { subject: `link ${link.id}`, limit: MAX_PER_LINK, windowMs: WINDOW_MS },
        { subject: `links ${network}`, limit: MAX_PER_ADDRESS, windowMs: WINDOW_MS },
      ];
      await attempts.limitAttempts(allowances, async () => {
        if (!(await verifyPassword(hash, await openPassword(password))))
          throw new AppError('INCORRECT_PASSWORD', 'Incorrect password. Try again.');
      });
      return linkSessions.create(link);
    },

    recordVisit: async (key: LinkKey): Promise<void> => void (await incrementVisits(autocommit(db), (await open(key)).id)),

    /** Who it is to files and media. */
    getViewer: async (key: LinkKey): Promise<LinkActor> => toLinkActor(await open(key)),
    /** As `getViewer`, for a picture. NOT_FOUND for a page that all documents of the album with this file leave out. */
    async getPictureViewer(key: LinkKey, mediaKey: string): Promise<LinkActor> {
      const link = await open(key);
      const picture = parseMediaKey(mediaKey);
      if (picture && link.document_count > 0 && (await isPageLeftOut(db, link.album_id, picture))) throw new AppError('NOT_FOUND');
      return toLinkActor(link);
    },
    /** The same, where originals may be kept. LINK_VIEW_ONLY. */
    getDownloadActor: async (key: LinkKey): Promise<LinkActor> => toLinkActor(await openForDownload(key)),

    async layout(key: LinkKey): Promise<MediaLayout> {
      const link = await open(key);
      return media.layout(toLinkActor(link), link.album_id, { filter: 'all' });
    },

    async list(key: LinkKey, query: { page: number; dataPerPage: number }): Promise<SharedMedia[]> {
      const link = await open(key);
      const found = await media.list(toLinkActor(link), link.album_id, { filter: 'all', ...query });
      return found.map((one) => presentSharedMedia(one, link.shows_places));
    },

    /** Streams the whole album as a zip, which is aborted when the link is revoked. */
    async zip(key: LinkKey) {
      const link = await openForDownload(key);
      const running = zips.get(link.id) ?? 0;
      if (running >= MAX_CONCURRENT_ZIPS)
        throw new AppError('TOO_MANY_REQUESTS', 'Too many people are downloading this album. Try again later.');
      const { name, body } = downloads.packAlbum(toLinkActor(link), link.album_id, link.name);
      zips.set(link.id, running + 1);
      body.once('close', () => {
        const left = (zips.get(link.id) ?? 1) - 1;
        if (left > 0) zips.set(link.id, left);
        else zips.delete(link.id);
      });
      return { name, body };
    },
  };
}
export type SharedAlbumsService = ReturnType<typeof createSharedAlbumsService>;
