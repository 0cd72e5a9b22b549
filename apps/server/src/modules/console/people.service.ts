import type { PeopleFilter, PeopleListQuery, PersonDetails, PersonRow } from '@vitrine/contract';
import type { Database } from '../../platform/database/database.ts';
import { iterateIdPages } from '../../platform/database/list-iterator.ts';
import { AppError } from '../../platform/errors.ts';
import { getVisiblePlatform, type Person } from '../access/index.ts';
import { type EntitlementsService, findStorageUsage } from '../entitlements/index.ts';
import { presentPerson, presentPersonDetails } from './people.presenter.ts';
import { findPerson, listNewestSubscriptions, listPeople, listRunningSubscriptions } from './people.read-model.ts';
import { findPersonCursor, listMatchingPeople, type PeopleFilterValues, type PersonCursor } from './people-list.read-model.ts';

interface Deps {
  db: Database;
  entitlements: EntitlementsService;
}

/** Returns the filter within what the caller may see; undefined when nothing is left. */
export function toPeopleFilter(actor: Person, query: PeopleFilter): PeopleFilterValues | undefined {
  const [seen, requestedPlatform, role] = [getVisiblePlatform(actor), query.platform, query.filter];
  const [from, until] = [query.startDate, query.endDate];
  if (seen && requestedPlatform && requestedPlatform !== seen) return undefined;
  if (from !== undefined && until !== undefined && from > until) return undefined;
  return {
    sort: query.sort ?? 'newest',
    platform: seen ?? requestedPlatform,
    role: role === 'all' ? undefined : role,
    withDisabled: query.disabled === '1',
    string: query.string,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
  };
}

/** Lists of all accounts for the console. */
export function createPeopleService({ db, entitlements }: Deps) {
  const loadRows = async (actor: Person, ids: string[]): Promise<PersonRow[]> => {
    if (ids.length === 0) return [];
    const [records, plans, newest] = [
      await listPeople(db, ids),
      await entitlements.listByUser(db, ids),
      await listNewestSubscriptions(db, ids),
    ];
    const running = Map.groupBy(await listRunningSubscriptions(db, ids), (subscription) => subscription.user_id);
    const [byId, heldBy] = [new Map(records.map((row) => [row.id, row])), new Map(newest.map((held) => [held.user_id, held]))];
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [presentPerson(row, { actor, plan: plans.get(id) ?? null, held: heldBy.get(id), running: running.get(id) ?? [] })] : [];
    });
  };

  return {
    async list(actor: Person, query: PeopleListQuery): Promise<PersonRow[]> {
      const filter = toPeopleFilter(actor, query);
      return filter ? loadRows(actor, await listMatchingPeople(db, filter, query)) : [];
    },

    /** Yields all matching accounts in order, one page at a time. */
    async *listAll(actor: Person, query: PeopleFilter, atOnce: number): AsyncGenerator<PersonRow[]> {
      const filter = toPeopleFilter(actor, query);
      if (!filter) return;
      const next = (behind: PersonCursor | undefined) => listMatchingPeople(db, filter, { behind, page: 1, dataPerPage: atOnce });
      const findCursor = (id: string) => findPersonCursor(db, filter.sort, id);
      for await (const ids of iterateIdPages({ next, getCursor: findCursor, atOnce })) yield loadRows(actor, ids);
    },

    /** Returns the details of an account. NOT_FOUND, also for accounts of a platform that the caller does not see. */
    async read(actor: Person, id: string): Promise<PersonDetails> {
      const row = await findPerson(db, id);
      const seen = getVisiblePlatform(actor);
      if (!row || (seen && row.platform !== seen)) throw new AppError('NOT_FOUND');
      const [plan, [held]] = [await entitlements.find(db, id), await listNewestSubscriptions(db, [id])];
      const devices = await entitlements.getDeviceAllowance(db, id);
      const storage = { used: await findStorageUsage(db, id), quota: await entitlements.getStorageQuota(db, id) };
      return presentPersonDetails(row, { actor, plan, held, running: await listRunningSubscriptions(db, [id]), storage, devices });
    },
  };
}

export type PeopleService = ReturnType<typeof createPeopleService>;
