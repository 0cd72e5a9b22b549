import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from './actor.ts';
import { authorize } from './authorize.ts';
import { peopleOf } from './owners.ts';

type Table = 'devices' | 'playlists';

/** Whose devices or playlists are listed or made: a person's, or an organisation's that the person belongs to. */
export interface Whose {
  userId: string;
  orgId?: string;
}

export async function authorizeList(tx: Tx, actor: Person, { userId, orgId }: Whose): Promise<void> {
  await authorize(tx, actor, 'account.read', [userId]);
  if (orgId !== undefined) await authorize(tx, actor, 'organisation.read', [orgId]);
}

/** Administrators may make things for somebody, and still only for an organisation of theirs. */
export async function authorizeNew(tx: Tx, actor: Person, { userId, orgId }: Whose): Promise<void> {
  await authorize(tx, actor, 'account.update', [userId]);
  if (orgId === undefined) return;
  const member = tx.selectFrom('organisation_members').select('user_id').where('org_id', '=', orgId).where('user_id', '=', userId);
  if (!(await member.executeTakeFirst())) throw new AppError('NOT_FOUND');
}

/** Whether a row belongs into the list: a member finds their own beside the organisation's. */
export const belongsTo = (table: Table, { userId, orgId }: Whose) =>
  orgId === undefined
    ? sql<boolean>`${sql.table(table)}.user_id = ${userId}`
    : sql<boolean>`(${sql.table(table)}.org_id = ${orgId} or ${sql.table(table)}.user_id = ${userId})`;

/** Who hears of what happens to a row of the query around it: whoever it belongs to, each once. */
export const audienceOf = (table: Table) => sql<string[]>`array(select distinct people.user_id from ${peopleOf(table)} as people)`;
