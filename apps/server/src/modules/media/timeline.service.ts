import {
  LIMITS,
  type Media,
  type TimelineMonth,
  type timelineIdsQuery,
  type timelineMonthsQuery,
  type timelineQuery,
} from '@vitrine/contract';
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
  listTimelineFavouriteIds,
  listTimelineIds,
  listTimelineKeys,
  listTimelineRangeIds,
  readTimelineShape,
  type TimelineCursor,
} from './timeline.read-model.ts';
import { getPeriod, getStartOfNextMonth, splitIntoMonths } from './timeline.rules.ts';

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
    return findCursor(keys, after);
  };

  const findCursor = async (keys: string[], id: string): Promise<TimelineCursor> => {
    const cursor = await findTimelineCursor(db, keys, id);
    if (!cursor) throw new AppError('NOT_FOUND');
    return cursor;
  };

  return {
    /** Returns the ids of a part of the timeline. NOT_FOUND also when an end of the range does not belong to it. */
    async ids(actor: Person, { period, from, to, ...scope }: z.infer<typeof timelineIdsQuery>): Promise<string[]> {
      const keys = await getTimelineKeys(actor, scope);
      const ends = await Promise.all([from, to].flatMap((end) => (end === undefined ? [] : findCursor(keys, end))));
      const [oldest, newest] = ends.toSorted(compareCursors);
      return listTimelineRangeIds(
        db,
        keys,
        { newest, oldest, period: period === undefined ? undefined : getPeriod(period) },
        LIMITS.mediaPerCall,
      );
    },
    favourites: async (actor: Person, query: z.infer<typeof timelineMonthsQuery>): Promise<string[]> =>
      listTimelineFavouriteIds(db, actor.userId, await getTimelineKeys(actor, query)),
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

/** Compares as PostgreSQL does, oldest first. */
function compareCursors(one: TimelineCursor, other: TimelineCursor): number {
  const byTime = one.at.getTime() - other.at.getTime();
  return byTime === 0 ? Number((one.id ?? '') > (other.id ?? '')) - Number((one.id ?? '') < (other.id ?? '')) : byTime;
}

async function loadInOrder(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = new Map((await findMedia(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
