import type { Media, mediaSearchQuery } from '@vitrine/contract';
import type { z } from 'zod';
import { searchText } from '../../platform/search-text.ts';
import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { presentMedia } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { searchMedia } from './search.read-model.ts';

const FOUND_AT_MOST = 50;

export const createSearchService = ({ db }: Pick<Platform, 'db'>) => ({
  /** Media of every album the person can see, by a part of the name or caption. */
  async medias(actor: Person, { string, userId = actor.userId }: z.infer<typeof mediaSearchQuery>): Promise<Media[]> {
    await authorize(db, actor, 'account.read', [userId]);
    const text = searchText(string);
    if (text === '') return [];
    const ids = await searchMedia(db, userId, text, FOUND_AT_MOST);
    return ids.length === 0 ? [] : (await findMedia(db, ids)).map(presentMedia);
  },
});

export type SearchService = ReturnType<typeof createSearchService>;
