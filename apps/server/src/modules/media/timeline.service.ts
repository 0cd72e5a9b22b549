import type { Media, TimelineMonth, timelineMonthsQuery, timelineQuery } from '@vitrine/contract';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { authorizeList, findOwnOrganisation, type OwnerScope } from '../organisations/index.ts';
import type { PresentMediaList } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import {
  FIRST_YEAR,
  findTimelineCursor,
  listTimelineIds,
  listTimelineKeys,
  readTimelineShape,
  type TimelineCursor,
} from './timeline.read-model.ts';
import { getStartOfNextMonth, splitIntoMonths } from './timeline.rules.ts';

/** The account's photos and videos of all albums by capture date. */
export function createTimelineService({ db }: Pick<Platform, 'db'>, present: PresentMediaList) {
  /** Returns the keys of the media in the albums of the same scope. */
  const getTimelineKeys = async (actor: Person, { userId = actor.userId, orgId }: Partial<OwnerScope>): Promise<string[]> => {
    const whose = await authorizeList(db, actor, { userId, orgId });
    const ours = orgId ?? (await findOwnOrganisation(db, userId));
    const own = whose.orgId === undefined || whose.isMember ? await listTimelineKeys(db, userId) : [];
    return ours === undefined ? own : [...own, ours];
  };

  const getCursor = async (
    keys: string[],
    { month, after }: Pick<z.infer<typeof timelineQuery>, 'month' | 'after'>,
  ): Promise<TimelineCursor | undefined> => {
    if (after === undefined) return month === undefined ? undefined : { at: getStartOfNextMonth(month) };
    const place = await findTimelineCursor(db, keys, after);
    if (!place) throw new AppError('NOT_FOUND');
    return place;
  };

  return {
    async months(actor: Person, query: z.infer<typeof timelineMonthsQuery>): Promise<TimelineMonth[]> {
      return splitIntoMonths(await readTimelineShape(db, await getTimelineKeys(actor, query)), FIRST_YEAR);
    },
    /** NOT_FOUND also when what it is to follow is not known. */
    async list(actor: Person, { month, after, skip, dataPerPage, ...scope }: z.infer<typeof timelineQuery>): Promise<Media[]> {
      const keys = await getTimelineKeys(actor, scope);
      const before = await getCursor(keys, { month, after });
      const ids = await listTimelineIds(db, keys, { before, skip: after === undefined ? skip : 0, limit: dataPerPage });
      return present(db, actor, await loadInOrder(db, ids));
    },
  };
}
export type TimelineService = ReturnType<typeof createTimelineService>;

async function loadInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = new Map((await findMedia(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
