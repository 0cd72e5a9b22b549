import type { MediaLayout, openedLink, SharedMedia } from '@vitrine/contract';
import type { z } from 'zod';
import { autocommit } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { rateLimitKey } from '../../platform/network-addresses.ts';
import type { LinkActor } from '../access/index.ts';
import { createAttempts, hashToken, isPassword } from '../accounts/index.ts';
import type { Platform } from '../define-module.ts';
import type { MediaFace } from '../media/index.ts';
import { presentSharedAlbum, presentSharedMedia } from './album-links.presenter.ts';
import { findOpenLink, type OpenLink } from './album-links.read-model.ts';
import { countVisit } from './album-links.store.ts';
import type { LinkPasses } from './link-passes.ts';

export interface SharedAlbumsDeps extends Pick<Platform, 'db' | 'clock'> {
  media: Pick<MediaFace, 'list' | 'layout' | 'packAlbum'>;
  passes: LinkPasses;
  openPassword: (password: string) => Promise<string>;
}

/** What a browser brings: the token of the address, and the pass of its cookie. */
export interface Key {
  token: string;
  pass: string | undefined;
}

const WINDOW_MS = 15 * 60_000;
const PER_LINK_AND_ADDRESS = 10;
const PER_LINK = 50;
const PER_ADDRESS = 100;
/** Of one link at a time, in each process. */
const ZIPS_AT_ONCE = 3;

/** Unknown, expired, revoked, or of an album that is gone: to whoever has the link it is all the same. */
const deadLink = () => new AppError('NOT_FOUND', 'This link no longer works.');
const actorOf = ({ id, owner_id: albumOwnerId }: OpenLink): LinkActor => ({ kind: 'link', linkId: id, albumOwnerId });

/** Albums as those see them who have a link. Each call asks anew whether it still opens. */
export function createSharedAlbums({ db, clock, media, passes, openPassword }: SharedAlbumsDeps) {
  const attempts = createAttempts({ db, clock });
  const zips = new Map<string, number>();

  const find = async (token: string): Promise<OpenLink> => {
    const link = await findOpenLink(db, hashToken(token));
    if (!link) throw deadLink();
    return link;
  };
  const isLocked = (link: OpenLink, pass: string | undefined) => link.password_hash !== null && !passes.opens(link, pass);
  const open = async ({ token, pass }: Key): Promise<OpenLink> => {
    const link = await find(token);
    if (isLocked(link, pass)) throw new AppError('LINK_LOCKED');
    return link;
  };
  const openToKeep = async (key: Key): Promise<OpenLink> => {
    const link = await open(key);
    if (!link.allows_download) throw new AppError('LINK_VIEW_ONLY');
    return link;
  };

  return {
    async read({ token, pass }: Key): Promise<z.infer<typeof openedLink>> {
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
        { of: `link ${link.id} ${network}`, limit: PER_LINK_AND_ADDRESS, withinMs: WINDOW_MS },
        { of: `link ${link.id}`, limit: PER_LINK, withinMs: WINDOW_MS },
        { of: `links ${network}`, limit: PER_ADDRESS, withinMs: WINDOW_MS },
      ];
      await attempts.watch(allowances, async () => {
        if (!(await isPassword(hash, await openPassword(password))))
          throw new AppError('INCORRECT_PASSWORD', 'Incorrect password. Try again.');
      });
      return passes.make(link);
    },

    visit: async (key: Key): Promise<void> => void (await countVisit(autocommit(db), (await open(key)).id)),

    /** Who it is to files and media. */
    viewer: async (key: Key): Promise<LinkActor> => actorOf(await open(key)),
    /** The same, where originals may be kept. LINK_VIEW_ONLY. */
    keeper: async (key: Key): Promise<LinkActor> => actorOf(await openToKeep(key)),

    async layout(key: Key): Promise<MediaLayout> {
      const link = await open(key);
      return media.layout(actorOf(link), link.album_id, { filter: 'all' });
    },

    async list(key: Key, query: { page: number; dataPerPage: number }): Promise<SharedMedia[]> {
      const link = await open(key);
      const found = await media.list(actorOf(link), link.album_id, { filter: 'all', ...query });
      return found.map((one) => presentSharedMedia(one, link.shows_places));
    },

    /** The whole album as a zip that is made while it is fetched; it breaks off when the link is revoked meanwhile. */
    async zip(key: Key) {
      const link = await openToKeep(key);
      const running = zips.get(link.id) ?? 0;
      if (running >= ZIPS_AT_ONCE) throw new AppError('TOO_MANY_REQUESTS', 'Too many people are downloading this album. Try again later.');
      const { name, body } = media.packAlbum(actorOf(link), link.album_id, link.name);
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
export type SharedAlbums = ReturnType<typeof createSharedAlbums>;
