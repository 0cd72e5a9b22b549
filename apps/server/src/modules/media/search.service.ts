import type { Media, mediaSearchQuery } from '@vitrine/contract';
import type { z } from 'zod';
import { searchText } from '../../platform/search-text.ts';
import type { Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { authorizeList, findOwnOrganisation } from '../organisations/index.ts';
import { presentMedia } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { searchMedia } from './search.read-model.ts';

const FOUND_AT_MOST = 50;

export const createSearchService = ({ db }: Pick<Platform, 'db'>) => ({
  /** Media of the albums that the same scope lists, and of those shared with the person, by a part of the name or caption. */
  async medias(actor: Person, { string, userId = actor.userId, orgId }: z.infer<typeof mediaSearchQuery>): Promise<Media[]> {
    await authorizeList(db, actor, { userId, orgId });
    const text = searchText(string);
    if (text === '') return [];
    const orgIds = [orgId ?? (await findOwnOrganisation(db, userId))].filter((id) => id !== undefined);
    const ids = await searchMedia(db, { userId, orgIds }, text, FOUND_AT_MOST);
    return ids.length === 0 ? [] : (await findMedia(db, ids)).map(presentMedia);
  },
});

export type SearchService = ReturnType<typeof createSearchService>;
