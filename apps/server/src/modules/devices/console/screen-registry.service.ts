import { type Environment, environment, type RegistryEntry, type RegistryQuery } from '@vitrine/contract';
import { sql } from 'kysely';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/database/database.ts';
import { iterateIdPages } from '../../../platform/database/list-iterator.ts';
import { AppError } from '../../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../../access/index.ts';
import {
  findRegistryCursor,
  listRegistryIds,
  listRegistryRows,
  type RegistryCursor,
  type RegistryPage,
  type RegistryRow,
} from './screen-registry.read-model.ts';

const presentRegistryEntry = (row: RegistryRow): RegistryEntry => ({
  _id: row.id,
  deviceId: row.device_code,
  lastId: row.last_code,
  createdAt: row.created_at.toISOString(),
  serialNumber: row.serial_number,
  ownerName: row.owner_name,
  environment: environment.parse(row.environment),
  versionCode: row.version_code,
  status: row.live_process_id === null ? 0 : 1,
});

export const registryCsvHead = (): string =>
  formatCsvHeader(['Device ID', 'Last ID', 'Created', 'Serial number', 'Owner', 'Environment', 'Version', 'Connection']);

export const registryCsvLine = (entry: RegistryEntry): string =>
  formatCsvLine(
    [
      entry.deviceId,
      entry.lastId ?? '',
      entry.createdAt,
      entry.serialNumber ?? '',
      entry.ownerName ?? '',
      entry.environment,
      entry.versionCode ?? '',
      entry.status === 1 ? 'Online' : 'Offline',
    ].map(formatCsvCell),
  );

/** Every screen that ever introduced itself, for the console. */
export function createScreenRegistryService({ db }: { db: Database }) {
  const list = async (part: RegistryPage): Promise<RegistryEntry[]> => {
    const ids = await listRegistryIds(db, part);
    return ids.length === 0 ? [] : (await listRegistryRows(db, ids)).map(presentRegistryEntry);
  };

  return {
    list,

    /** All that match, in order, a part at a time. */
    async *listAll(query: RegistryQuery, atOnce: number): AsyncGenerator<RegistryEntry[]> {
      const next = (behind: RegistryCursor | undefined) =>
        listRegistryIds(db, { ...query, after: undefined, afterCursor: behind, page: 1, dataPerPage: atOnce });
      for await (const ids of iterateIdPages({ next, getCursor: (id) => findRegistryCursor(db, id), atOnce }))
        yield (await listRegistryRows(db, ids)).map(presentRegistryEntry);
    },

    /** VERSION_CHANGED when it is in another environment than `from` by now. */
    setEnvironment: (actor: Person, id: string, to: Environment, from?: Environment): Promise<RegistryEntry> =>
      db.transaction().execute(async (tx) => {
        const screen = await tx.selectFrom('screens').select('environment').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
        if (!screen) throw new AppError('NOT_FOUND');
        if (from !== undefined && screen.environment !== from && screen.environment !== to) throw new AppError('VERSION_CHANGED');
        const device = await tx.selectFrom('devices').select('user_id').where('screen_id', '=', id).executeTakeFirst();
        const objects = { table: 'screens', ids: [id] };
        await insertAuditEntry(tx, { actorId: actor.userId, userId: device?.user_id ?? null, action: 'screen.environment', objects });
        await sql`update screens set environment = ${to} where id = ${id}`.execute(tx);
        const [row] = await listRegistryRows(tx, [id]);
        if (!row) throw new AppError('NOT_FOUND');
        return presentRegistryEntry(row);
      }),
  };
}

export type ScreenRegistryService = ReturnType<typeof createScreenRegistryService>;
