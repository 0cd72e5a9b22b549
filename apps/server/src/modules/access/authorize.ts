import { can } from '@vitrine/contract/capabilities';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Actor, getVisiblePlatform, type LinkActor, type Person, type ViewedKind } from './actor.ts';
import { insertAuditEntry } from './audit.store.ts';
import {
  type Action,
  ANY_SIGNED_IN,
  capabilityFor,
  findAuditedTable,
  findLinkPolicy,
  getPolicy,
  listOwnerRows,
  type OwnerRow,
  ownsAll,
} from './policies.ts';

type ReadAction = Extract<Action, `${string}.read`>;

/** From this number of ids on, most requests concern the caller's own objects, so ownership of all of them is checked first. */
const BULK_CHECK_SIZE = 100;

/**
 * Throws NOT_FOUND unless the actor may perform this action on all of these objects. HTTP routes, live rooms, streams and jobs all use it.
 * Objects of other accounts look as if they did not exist, also to staff: see `actAsStaff`.
 */
export function authorize(db: Db, actor: Actor, action: ReadAction, ids: string[]): Promise<void>;
export function authorize(tx: Tx, actor: Actor, action: Action, ids: string[]): Promise<void>;
export async function authorize(db: Db, actor: Actor, action: Action, ids: string[]): Promise<void> {
  if (actor.kind === 'link') return authorizeLinkActor(db, actor, action, ids);
  if (actor.kind !== 'person') throw new AppError('UNAUTHENTICATED');
  // A signed-in account may always act on itself.
  if (action.startsWith('account.') && ids.every((id) => id === actor.userId)) return;
  const requestedIds = new Set(ids);
  const owned = getPolicy(action)([...requestedIds]);
  if (requestedIds.size > BULK_CHECK_SIZE && (await ownsAll(db, actor.userId, owned, requestedIds.size))) return;
  const found = await listOwnerRows(db, owned);
  const distinctIds = new Set(found.map((row) => row.id));
  if (distinctIds.size !== requestedIds.size) throw new AppError('NOT_FOUND');
  const own = new Set(found.filter((row) => row.ownerId === actor.userId || row.ownerId === ANY_SIGNED_IN).map((row) => row.id));
  if (own.size === requestedIds.size) return;
  const others = found.filter((row) => !own.has(row.id));
  await actAsStaff(db, actor, action, others);
}

async function authorizeLinkActor(db: Db, { linkId }: LinkActor, action: Action, ids: string[]): Promise<void> {
  const requestedIds = new Set(ids);
  const policy = findLinkPolicy(action);
  const found = policy ? await listOwnerRows(db, policy([...requestedIds])) : [];
  const allowed = new Set(found.filter((row) => row.ownerId === linkId).map((row) => row.id));
  if (allowed.size !== requestedIds.size) throw new AppError('NOT_FOUND');
}

/**
 * Decides everything that staff may do with objects of other accounts. The console's own actions need their capability; all others need
 * a session that is viewing the account, and reach exactly what that account reaches. Changes are written to the audit trail.
 * Opened items are counted in the record of the view.
 */
async function actAsStaff(db: Db, actor: Person, action: Action, others: OwnerRow[]): Promise<void> {
  const isReading = action.endsWith('.read');
  const capability = capabilityFor(action);
  const owners = [...new Set(others.filter((row) => !row.isGuest).map((row) => row.ownerId))];
  if (capability === undefined) await assertViewed(db, actor, others, owners, isReading);
  else if (can(actor, capability)) await assertAdministered(db, actor, owners, isReading);
  else throw new AppError('NOT_FOUND');
  recordViewed(actor, action, others);
  if (isReading) return;
  // The overloads of authorize require a transaction for every action that is not a read.
  await auditChange(db as Tx, actor, action, others);
}

/** Limits the console's actions to the actor's platform, and changes of super-admins to super-admins. */
async function assertAdministered(db: Db, actor: Person, owners: string[], isReading: boolean): Promise<void> {
  // An order whose account was deleted has no owner left to check.
  const distinctIds = owners.filter((id) => id !== '');
  if (getVisiblePlatform(actor) && !(await mayAccessAll(db, 'account.partners', distinctIds))) throw new AppError('NOT_FOUND');
  if (!isReading && !actor.isSuperAdmin && !(await mayAccessAll(db, 'account.administer', distinctIds))) throw new AppError('NOT_FOUND');
}

/** Requires that the account in view reaches every object. Content of a super-admin stays inaccessible even when it is shared with the account. */
async function assertViewed(db: Db, actor: Person, others: OwnerRow[], owners: string[], isReading: boolean): Promise<void> {
  const { viewing } = actor;
  if (!viewing || (viewing.isReadOnly && !isReading)) throw new AppError('NOT_FOUND');
  const reachable = new Set(others.filter((row) => row.ownerId === viewing.userId).map((row) => row.id));
  if (others.some((row) => !reachable.has(row.id))) throw new AppError('NOT_FOUND');
  const otherOwners = owners.filter((id) => id !== '' && id !== viewing.userId);
  if (otherOwners.length > 0 && !(await mayAccessAll(db, 'account.administer', otherOwners))) throw new AppError('NOT_FOUND');
  await viewing.assertOpen();
}

const mayAccessAll = async (db: Db, kind: 'account.partners' | 'account.administer', ids: string[]): Promise<boolean> =>
  (await listOwnerRows(db, getPolicy(kind)(ids))).length === ids.length;

const VIEWED_KINDS: Partial<Record<string, ViewedKind>> = {
  file: 'files',
  media: 'media',
  album: 'albums',
  playlist: 'playlists',
  device: 'devices',
  order: 'orders',
};

/** Records which objects of the viewed account were opened or changed. Console actions on other accounts are not part of the view. */
function recordViewed({ viewing }: Person, action: Action, others: OwnerRow[]): void {
  const ids = others.filter(({ ownerId }) => ownerId === viewing?.userId).map(({ id }) => id);
  if (!viewing || ids.length === 0) return;
  viewing.isUsed = true;
  const kind = VIEWED_KINDS[action.split('.')[0] ?? ''];
  if (!action.endsWith('.read')) viewing.record('changes', [newId()]);
  else if (kind) viewing.record(kind, ids);
}

async function auditChange(tx: Tx, actor: Person, action: Action, others: OwnerRow[]): Promise<void> {
  const table = findAuditedTable(action);
  const owned = others.filter((row) => !row.isGuest);
  for (const [ownerId, rows] of Map.groupBy(owned, (row) => row.ownerId)) {
    const ids = rows.map((row) => row.id);
    await insertAuditEntry(tx, {
      actorId: actor.userId,
      userId: ownerId,
      action,
      apiToken: actor.apiToken,
      ...(table ? { objects: { table, ids } } : { detail: { ids } }),
    });
  }
}

/**
 * Returns the objects on which the actor may perform this action, in the given order. Objects of other accounts are omitted, like objects
 * that do not exist. Throws NOT_FOUND when none remain.
 */
export async function filterAuthorized(tx: Tx, actor: Person, action: Action, ids: readonly string[]): Promise<string[]> {
  const found = await listOwnerRows(tx, getPolicy(action)([...new Set(ids)]));
  const ownedBy = (userId: string | undefined) => new Set(found.filter(({ ownerId }) => ownerId === userId).map(({ id }) => id));
  const own = ownedBy(actor.userId);
  const viewed = [...ownedBy(actor.viewing?.userId)].filter((id) => !own.has(id));
  const isActing = viewed.length > 0 && actor.viewing?.isReadOnly === false;
  if (isActing) await authorize(tx, actor, action, viewed);
  const allowed = new Set(isActing ? [...own, ...viewed] : own);
  const permittedIds = [...new Set(ids)].filter((id) => allowed.has(id));
  if (permittedIds.length === 0) throw new AppError('NOT_FOUND');
  return permittedIds;
}
