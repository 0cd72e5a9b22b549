import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** What decides an account's plan, and how much of each thing it holds. */
export const findHoldings = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select([
      'role',
      'created_at',
      sql<number>`(select count(*) from devices where devices.user_id = users.id)`.as('devices'),
      sql<number>`(select count(*) from playlists where playlists.user_id = users.id)`.as('playlists'),
      sql<number>`(select count(*) from albums where albums.created_by = users.id and albums.deleted_at is null)`.as('albums'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();

export type Holdings = NonNullable<Awaited<ReturnType<typeof findHoldings>>>;
