import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { findRole } from './members.read-model.ts';

/** Throws ACCESS_DENIED for members of the family and for staff who view a member's account: both see that the family exists. */
export async function assertNotPlainMember(db: Db, actor: Person, orgId: string): Promise<void> {
  const isMember = (await findRole(db, orgId, actor.viewing?.userId ?? actor.userId)) === 'subAdmin';
  if (isMember) throw new AppError('ACCESS_DENIED', 'Only the family’s owner can do this.');
}

/** Authorizes changes to the family or its members. For outsiders it does not exist (NOT_FOUND). */
export async function authorizeOrganisationManagement(tx: Tx, actor: Person, orgId: string): Promise<void> {
  await assertNotPlainMember(tx, actor, orgId);
  await authorize(tx, actor, 'organisation.manage', [orgId]);
}
