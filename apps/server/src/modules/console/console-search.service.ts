import { SEARCH_MAX_RESULTS_PER_KIND, type SearchResult, type SearchResultKind } from '@vitrine/contract';
import { type Capability, can } from '@vitrine/contract/capabilities';
import { z } from 'zod';
import type { Database, Db } from '../../platform/database/database.ts';
import { getVisiblePlatform, type Person } from '../access/index.ts';
import { listConsoleDevices } from '../devices/index.ts';
import { listMatchingOrders } from '../orders/index.ts';
import {
  type ConsoleSearchQuery,
  listAuditEntryResults,
  listDeviceIdsBySerial,
  listDeviceResults,
  listFaqResults,
  listOrderResults,
  listOrdersByBankPayment,
  listPeopleResults,
  listPlanResults,
} from './console-search.read-model.ts';
import { listMatchingPeople } from './people-list.read-model.ts';

interface SearchSource {
  kind: SearchResultKind;
  /** Capability that the search requires: that of the corresponding list. */
  capability: Capability;
  find: (
    db: Db,
    query: ConsoleSearchQuery & { typed: string },
  ) => Promise<{ id: string; name: string; note: string; type?: SearchResult['orderType'] }[]>;
}

/** Ids of payments and invoices, in the format of both banks. */
const BANK_ID_PATTERN = /^(pi|in)_\w{1,250}$/;

const SEARCH_SOURCES: readonly SearchSource[] = [
  {
    kind: 'person',
    capability: 'people.see',
    find: async (db, { text, id, seen, limit }) => {
      const filter = { sort: 'newest', withDisabled: true, platform: seen ?? undefined, string: text } as const;
      const ids = id === undefined ? await listMatchingPeople(db, filter, { page: 1, dataPerPage: limit }) : [id];
      return listPeopleResults(db, ids, seen);
    },
  },
  {
    kind: 'device',
    capability: 'devices.see',
    find: async (db, query) => {
      const { text, id, seen, limit } = query;
      if (id !== undefined) return listDeviceResults(db, [id], seen);
      const listQuery = { page: 1, dataPerPage: limit, sort: 'descending', string: text } as const;
      const ids = [...(await listDeviceIdsBySerial(db, query)), ...(await listConsoleDevices(db, seen, listQuery))];
      return listDeviceResults(db, [...new Set(ids)].slice(0, limit), seen);
    },
  },
  {
    kind: 'order',
    capability: 'orders.see',
    find: async (db, { text, id, seen, limit }) => {
      const filter = { string: text, platform: seen ?? undefined };
      const ids = id === undefined ? await listMatchingOrders(db, filter, { page: 1, dataPerPage: limit }) : [id];
      return listOrderResults(db, ids, seen);
    },
  },
  {
    kind: 'payment',
    capability: 'payments.see',
    find: async (db, { typed, seen }) => (BANK_ID_PATTERN.test(typed) ? listOrdersByBankPayment(db, typed, seen) : []),
  },
  { kind: 'plan', capability: 'plans.see', find: listPlanResults },
  { kind: 'question', capability: 'faqs.see', find: listFaqResults },
  { kind: 'auditEntry', capability: 'audit.see', find: async (db, { id }) => (id === undefined ? [] : listAuditEntryResults(db, id)) },
];

/** Searches all lists of the console by name, email address, number or id. */
export const createConsoleSearch =
  ({ db }: { db: Database }) =>
  async (actor: Person, query: string): Promise<SearchResult[]> => {
    const id = z.uuid().safeParse(query).success ? query.toLowerCase() : undefined;
    const searchQuery = {
      typed: query,
      text: query.toLowerCase(),
      id,
      seen: getVisiblePlatform(actor),
      limit: SEARCH_MAX_RESULTS_PER_KIND,
    };
    const found = SEARCH_SOURCES.filter(({ capability }) => can(actor, capability)).map(async ({ kind, find }) =>
      (await find(db, searchQuery)).map(
        ({ id: _id, name, note, type }): SearchResult => ({ kind, _id, name, note, ...(type && { orderType: type }) }),
      ),
    );
    return (await Promise.all(found)).flat();
  };

export type ConsoleSearch = ReturnType<typeof createConsoleSearch>;
