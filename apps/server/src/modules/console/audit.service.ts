import type { AuditEntryDetails, AuditFilter, AuditRow, auditChoices, auditListQuery } from '@vitrine/contract';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { iterateIdPages } from '../../platform/database/list-iterator.ts';
import { AppError } from '../../platform/errors.ts';
import { presentAuditEntry, presentAuditRow } from './audit.presenter.ts';
import {
  type AuditEntryRecord,
  type AuditFilterValues,
  findUserIdByEmail,
  listActions,
  listAuditEntries,
  listAuditRows,
  listMatchingEntries,
  listTables,
} from './audit.read-model.ts';

const isId = (text: string) => z.uuid().safeParse(text).success;

/** The audit trail of administrators' changes. */
export function createAuditTrailService({ db }: { db: Database }) {
  /** Undefined when no account has the given address. */
  const toFilterValues = async ({ actor, owner, ...rest }: AuditFilter): Promise<AuditFilterValues | undefined> => {
    const resolveUserId = async (somebody: string | undefined) =>
      somebody === undefined || isId(somebody) ? somebody : ((await findUserIdByEmail(db, somebody)) ?? null);
    const [actorId, ownerId] = [await resolveUserId(actor), await resolveUserId(owner)];
    return actorId === null || ownerId === null ? undefined : { ...rest, actorId, ownerId };
  };

  return {
    async list({ after, dataPerPage, ...filter }: z.output<typeof auditListQuery>): Promise<AuditRow[]> {
      const choice = await toFilterValues(filter);
      if (!choice) return [];
      return (await listAuditRows(db, await listMatchingEntries(db, choice, { after, limit: dataPerPage }))).map(presentAuditRow);
    },

    /** All that match, with what changed, a part at a time. */
    async *listAll(filter: AuditFilter, atOnce: number): AsyncGenerator<AuditEntryRecord[]> {
      const choice = await toFilterValues(filter);
      if (!choice) return;
      const next = (after: string | undefined) => listMatchingEntries(db, choice, { after, limit: atOnce });
      // Ids are the order.
      for await (const ids of iterateIdPages({ next, getCursor: async (id) => id, atOnce })) yield listAuditEntries(db, ids);
    },

    /** NOT_FOUND. */
    async read(id: string): Promise<AuditEntryDetails> {
      const [entry] = await listAuditEntries(db, [id]);
      if (!entry) throw new AppError('NOT_FOUND');
      return presentAuditEntry(entry);
    },

    listFilterValues: async (): Promise<z.output<typeof auditChoices>> => ({
      actions: await listActions(db),
      tables: await listTables(db),
    }),
  };
}

export type AuditTrailService = ReturnType<typeof createAuditTrailService>;
