import { type Environment, environment, type RegisterEntry, type RegisterQuery } from '@vitrine/contract';
import { sql } from 'kysely';
import { csvCell, csvHead, csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/database.ts';
import { wholeList } from '../../platform/database/whole-list.ts';
import { AppError } from '../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import {
  findRegisterPlace,
  listRegistered,
  listRegisterRows,
  type RegisterPart,
  type RegisterPlace,
  type RegisterRow,
} from './register.read-model.ts';

const presentEntry = (row: RegisterRow): RegisterEntry => ({
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

export const registerHead = (): string =>
  csvHead(['Device ID', 'Last ID', 'Created', 'Serial number', 'Owner', 'Environment', 'Version', 'Connection']);

export const registerCsvLine = (entry: RegisterEntry): string =>
  csvLine(
    [
      entry.deviceId,
      entry.lastId ?? '',
      entry.createdAt,
      entry.serialNumber ?? '',
      entry.ownerName ?? '',
      entry.environment,
      entry.versionCode ?? '',
      entry.status === 1 ? 'Online' : 'Offline',
    ].map(csvCell),
  );

/** Every screen that ever introduced itself, for the console. */
export function createRegister({ db }: { db: Database }) {
  const list = async (part: RegisterPart): Promise<RegisterEntry[]> => {
    const ids = await listRegistered(db, part);
    return ids.length === 0 ? [] : (await listRegisterRows(db, ids)).map(presentEntry);
  };

  return {
    list,

    /** All that match, in order, a part at a time. */
    async *listAll(query: RegisterQuery, atOnce: number): AsyncGenerator<RegisterEntry[]> {
      const next = (behind: RegisterPlace | undefined) =>
        listRegistered(db, { ...query, after: undefined, behind, page: 1, dataPerPage: atOnce });
      for await (const ids of wholeList({ next, placeOf: (id) => findRegisterPlace(db, id), atOnce }))
        yield (await listRegisterRows(db, ids)).map(presentEntry);
    },

    /** VERSION_CHANGED when it is in another environment than `from` by now. */
    setEnvironment: (actor: Person, id: string, to: Environment, from?: Environment): Promise<RegisterEntry> =>
      db.transaction().execute(async (tx) => {
        const screen = await tx.selectFrom('screens').select('environment').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
        if (!screen) throw new AppError('NOT_FOUND');
        if (from !== undefined && screen.environment !== from && screen.environment !== to) throw new AppError('VERSION_CHANGED');
        const device = await tx.selectFrom('devices').select('user_id').where('screen_id', '=', id).executeTakeFirst();
        const objects = { table: 'screens', ids: [id] };
        await insertAuditEntry(tx, { actorId: actor.userId, userId: device?.user_id ?? null, action: 'screen.environment', objects });
        await sql`update screens set environment = ${to} where id = ${id}`.execute(tx);
        const [row] = await listRegisterRows(tx, [id]);
        if (!row) throw new AppError('NOT_FOUND');
        return presentEntry(row);
      }),
  };
}

export type Register = ReturnType<typeof createRegister>;
