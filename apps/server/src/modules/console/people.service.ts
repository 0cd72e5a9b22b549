import type { PeopleFilter, PeopleListQuery, PersonDetails, PersonRow } from '@vitrine/contract';
import type { Database } from '../../platform/database/database.ts';
import { wholeList } from '../../platform/database/whole-list.ts';
import { AppError } from '../../platform/errors.ts';
import { type Person, platformSeenBy } from '../access/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { presentDetails, presentPerson } from './people.presenter.ts';
import { findPersonPlace, listMatching, type PeopleChoice, type PersonPlace } from './people-lists.read-model.ts';
import { findPerson, findUsedBytes, listNewest, listPeople, listRunning } from './people-rows.read-model.ts';

interface Deps {
  db: Database;
  entitlements: EntitlementsService;
}

/** Where nothing was chosen, pages of the specification send an empty text. */
const said = <T>(value: T | '' | undefined): T | undefined => (value === '' ? undefined : value);

/** What is chosen, of what whoever asks may see; undefined where that is nothing. */
export function choiceOf(actor: Person, query: PeopleFilter): PeopleChoice | undefined {
  const [seen, asked, role] = [platformSeenBy(actor), said(query.platform), said(query.filter)];
  const [from, until] = [said(query.startDate), said(query.endDate)];
  if (seen && asked && asked !== seen) return undefined;
  if (from !== undefined && until !== undefined && from > until) return undefined;
  return {
    sort: said(query.sort) ?? 'newest',
    platform: seen ?? asked,
    role: role === 'all' ? undefined : role,
    withDisabled: query.disabled === '1',
    string: query.string,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
  };
}

/** Everybody, as the console lists them. */
export function createPeople({ db, entitlements }: Deps) {
  const rowsOf = async (actor: Person, ids: string[]): Promise<PersonRow[]> => {
    if (ids.length === 0) return [];
    const [records, plans, newest] = [await listPeople(db, ids), await entitlements.listOf(db, ids), await listNewest(db, ids)];
    const [byId, heldBy] = [new Map(records.map((row) => [row.id, row])), new Map(newest.map((held) => [held.user_id, held]))];
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [presentPerson(row, { actor, plan: plans.get(id) ?? null, held: heldBy.get(id) })] : [];
    });
  };

  return {
    async list(actor: Person, query: PeopleListQuery): Promise<PersonRow[]> {
      const choice = choiceOf(actor, query);
      return choice ? rowsOf(actor, await listMatching(db, choice, query)) : [];
    },

    /** All that match, in order, a part at a time. */
    async *listAll(actor: Person, query: PeopleFilter, atOnce: number): AsyncGenerator<PersonRow[]> {
      const choice = choiceOf(actor, query);
      if (!choice) return;
      const next = (behind: PersonPlace | undefined) => listMatching(db, choice, { behind, page: 1, dataPerPage: atOnce });
      const placeOf = (id: string) => findPersonPlace(db, choice.sort, id);
      for await (const ids of wholeList({ next, placeOf, atOnce })) yield rowsOf(actor, ids);
    },

    /** NOT_FOUND, also for those of a platform that whoever asks does not see. */
    async read(actor: Person, id: string): Promise<PersonDetails> {
      const row = await findPerson(db, id);
      const seen = platformSeenBy(actor);
      if (!row || (seen && row.platform !== seen)) throw new AppError('NOT_FOUND');
      const [plan, [held]] = [await entitlements.find(db, id), await listNewest(db, [id])];
      const storage = { used: await findUsedBytes(db, id), quota: await entitlements.storageQuotaOf(db, id) };
      return presentDetails(row, { actor, plan, held, running: await listRunning(db, id), storage });
    },
  };
}

export type People = ReturnType<typeof createPeople>;
