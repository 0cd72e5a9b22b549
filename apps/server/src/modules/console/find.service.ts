import { FIND_MOST, type FoundKind, type FoundThing } from '@vitrine/contract';
import { type Capability, can } from '@vitrine/contract/capabilities';
import { z } from 'zod';
import type { Database, Db } from '../../platform/database/database.ts';
import { type Person, platformSeenBy } from '../access/index.ts';
import { listConsoleDevices } from '../devices/index.ts';
import { listMatchingOrders } from '../orders/index.ts';
import {
  type Asked,
  listBySerial,
  listNamedDevices,
  listNamedEntries,
  listNamedOrders,
  listNamedPeople,
  listNamedPlans,
  listNamedQuestions,
  listPaymentsOf,
} from './find.read-model.ts';
import { listMatching } from './people-lists.read-model.ts';

interface Finder {
  kind: FoundKind;
  /** Who finds such things: whoever sees their list. */
  capability: Capability;
  find: (db: Db, asked: Asked & { typed: string }) => Promise<{ id: string; name: string; note: string; type?: FoundThing['orderType'] }[]>;
}

/** As both banks write the ids of what they were paid. */
const BANK_ID = /^(pi|in)_\w{1,250}$/;

const FINDERS: readonly Finder[] = [
  {
    kind: 'person',
    capability: 'people.see',
    find: async (db, { text, id, seen, most }) => {
      const choice = { sort: 'newest', withDisabled: true, platform: seen ?? undefined, string: text } as const;
      const ids = id === undefined ? await listMatching(db, choice, { page: 1, dataPerPage: most }) : [id];
      return listNamedPeople(db, ids, seen);
    },
  },
  {
    kind: 'device',
    capability: 'devices.see',
    find: async (db, asked) => {
      const { text, id, seen, most } = asked;
      if (id !== undefined) return listNamedDevices(db, [id], seen);
      const part = { page: 1, dataPerPage: most, sort: 'descending', string: text } as const;
      const ids = [...(await listBySerial(db, asked)), ...(await listConsoleDevices(db, seen, part))];
      return listNamedDevices(db, [...new Set(ids)].slice(0, most), seen);
    },
  },
  {
    kind: 'order',
    capability: 'orders.see',
    find: async (db, { text, id, seen, most }) => {
      const filter = { string: text, platform: seen ?? undefined };
      const ids = id === undefined ? await listMatchingOrders(db, filter, { page: 1, dataPerPage: most }) : [id];
      return listNamedOrders(db, ids, seen);
    },
  },
  {
    kind: 'payment',
    capability: 'payments.see',
    find: async (db, { typed, seen }) => (BANK_ID.test(typed) ? listPaymentsOf(db, typed, seen) : []),
  },
  { kind: 'plan', capability: 'plans.see', find: listNamedPlans },
  { kind: 'question', capability: 'faqs.see', find: listNamedQuestions },
  { kind: 'auditEntry', capability: 'audit.see', find: async (db, { id }) => (id === undefined ? [] : listNamedEntries(db, id)) },
];

/** Finds anything of the console by what names it: a name, an address, a number, an id. */
export const createFind =
  ({ db }: { db: Database }) =>
  async (actor: Person, typed: string): Promise<FoundThing[]> => {
    const id = z.uuid().safeParse(typed).success ? typed.toLowerCase() : undefined;
    const asked = { typed, text: typed.toLowerCase(), id, seen: platformSeenBy(actor), most: FIND_MOST };
    const found = FINDERS.filter(({ capability }) => can(actor, capability)).map(async ({ kind, find }) =>
      (await find(db, asked)).map(
        ({ id: _id, name, note, type }): FoundThing => ({ kind, _id, name, note, ...(type && { orderType: type }) }),
      ),
    );
    return (await Promise.all(found)).flat();
  };

export type Find = ReturnType<typeof createFind>;
