import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export const findOrganisation = (tx: Tx, id: string) =>
  tx
    .selectFrom('organisations')
    .leftJoin('files', 'files.id', 'organisations.picture_file_id')
    .select([
      'organisations.id',
      'organisations.name',
      'organisations.description',
      'organisations.subscription_id',
      'files.id as picture_key',
      'files.mimetype as picture_mimetype',
      'files.original_name as picture_name',
      sql<number>`(select count(*) from organisation_members member where member.org_id = organisations.id)`.as('member_count'),
    ])
    .where('organisations.id', '=', id)
    .executeTakeFirst();

export type OrganisationRow = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;
