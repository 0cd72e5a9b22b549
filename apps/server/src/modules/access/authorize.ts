import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor, LinkActor, Person } from './actor.ts';
import { insertAuditEntry } from './audit.store.ts';
import { type Action, EVERYBODY, isOwnerOfAll, linkPolicyOf, listOwned, type Owned, policyOf, tableOf } from './policies.ts';
import { platformSeenBy } from './standing.ts';

type ReadAction = Extract<Action, `${string}.read`>;

/** So many are mostly one's own: it is asked first whether all are. */
const MANY = 100;

/**
 * The one question for HTTP, live rooms, streams and jobs alike: may this actor do this to all of
 * these? Throws NOT_FOUND otherwise, so that what is not yours looks like what does not exist.
 * Administrators may act for anybody and support may look; what administrators change in somebody's
 * name is written to the audit trail in the same transaction.
 */
export function authorize(db: Db, actor: Actor, action: ReadAction, ids: string[]): Promise<void>;
export function authorize(tx: Tx, actor: Actor, action: Action, ids: string[]): Promise<void>;
export async function authorize(db: Db, actor: Actor, action: Action, ids: string[]): Promise<void> {
  if (actor.kind === 'link') return authorizeLink(db, actor, action, ids);
  if (actor.kind !== 'person') throw new AppError('UNAUTHENTICATED');
  // Whoever is signed in has an account, and it is theirs.
  if (action.startsWith('account.') && ids.every((id) => id === actor.userId)) return;
  const asked = new Set(ids);
  const owned = policyOf(action)([...asked]);
  if (asked.size > MANY && (await isOwnerOfAll(db, actor.userId, owned, asked.size))) return;
  const found = await listOwned(db, owned);
  const known = new Set(found.map((row) => row.id));
  if (known.size !== asked.size) throw new AppError('NOT_FOUND');
  const own = new Set(found.filter((row) => row.ownerId === actor.userId || row.ownerId === EVERYBODY).map((row) => row.id));
  if (own.size === asked.size) return;
  await actForOthers(
    db,
    actor,
    action,
    found.filter((row) => !own.has(row.id) && !row.isGuest),
  );
}

async function authorizeLink(db: Db, { linkId }: LinkActor, action: Action, ids: string[]): Promise<void> {
  const asked = new Set(ids);
  const policy = linkPolicyOf(action);
  const found = policy ? await listOwned(db, policy([...asked])) : [];
  const opened = new Set(found.filter((row) => row.ownerId === linkId).map((row) => row.id));
  if (opened.size !== asked.size) throw new AppError('NOT_FOUND');
}

async function actForOthers(db: Db, actor: Person, action: Action, others: Owned[]): Promise<void> {
  const isReading = action.endsWith('.read');
  if (!(actor.role === 'admin' || (isReading && actor.role === 'support'))) throw new AppError('NOT_FOUND');
  // What nobody has any more is judged by whoever keeps it.
  const owners = [...new Set(others.map((row) => row.ownerId))].filter((id) => id !== '');
  const areAll = async (kind: 'account.partners' | 'account.administer') =>
    (await listOwned(db, policyOf(kind)(owners))).length === owners.length;
  if (platformSeenBy(actor) && !(await areAll('account.partners'))) throw new AppError('NOT_FOUND');
  if (isReading) return;
  // Only a super-admin touches what is a super-admin's: whoever could change the address would have the account.
  if (!actor.isSuperAdmin && !(await areAll('account.administer'))) throw new AppError('NOT_FOUND');
  // The overloads give whatever is no reading a transaction.
  const tx = db as Tx;
  for (const [ownerId, rows] of Map.groupBy(others, (row) => row.ownerId)) {
    const [table, ids] = [tableOf(action), rows.map((row) => row.id)];
    await insertAuditEntry(tx, {
      actorId: actor.userId,
      userId: ownerId,
      action,
      ...(table ? { objects: { table, ids } } : { detail: { ids } }),
    });
  }
}

/**
 * Those of these that this actor may do it to, in their order, for one call that changes many things: what is another's is left out, as what does not
 * exist is. NOT_FOUND when nothing is left.
 */
export async function authorizeSome(tx: Tx, actor: Person, action: Action, ids: readonly string[]): Promise<string[]> {
  const found = await listOwned(tx, policyOf(action)([...new Set(ids)]));
  const own = new Set(found.filter(({ ownerId }) => ownerId === actor.userId).map(({ id }) => id));
  const others = new Set(found.map(({ id }) => id).filter((id) => !own.has(id)));
  const isForOthers = actor.role === 'admin' && others.size > 0;
  if (isForOthers) await authorize(tx, actor, action, [...others]);
  const allowed = ids.filter((id) => own.has(id) || (isForOthers && others.has(id)));
  if (allowed.length === 0) throw new AppError('NOT_FOUND');
  return [...new Set(allowed)];
}
