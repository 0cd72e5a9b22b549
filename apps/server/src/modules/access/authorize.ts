import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Actor, Person } from './actor.ts';
import { insertAuditEntry } from './audit.store.ts';
import * as owners from './owners.ts';

const rules = {
  'account.read': owners.ownersOfAccounts,
  'account.update': owners.ownersOfAccounts,
  'album.read': owners.readersOfAlbums,
  /** Its name and cover, its order, whom it is shared with, and what leaves it. */
  'album.update': owners.ownersOfAlbums,
  'album.addMedia': owners.writersOfAlbums,
  'media.read': owners.readersOfMedia,
  'media.update': owners.editorsOfMedia,
  'file.read': owners.readersOfFiles,
  'playlist.read': owners.ownersOfPlaylists,
  'playlist.update': owners.ownersOfPlaylists,
  'device.read': owners.ownersOfDevices,
  'device.update': owners.ownersOfDevices,
  'publish.update': owners.ownersOfPublishes,
  'organisation.read': owners.ownersOfOrganisations,
} satisfies Record<string, owners.OwnersOf>;

type Action = keyof typeof rules;

/** So many are mostly one's own: it is asked first whether all are. */
const MANY = 100;

/**
 * The one question for HTTP, live rooms, streams and jobs alike: may this actor do this to all of
 * these? Throws NOT_FOUND otherwise, so that what is not yours looks like what does not exist.
 * Administrators may act for anybody and support may look; what administrators change in somebody's
 * name is written to the audit trail in the same transaction.
 */
export async function authorize(tx: Tx, actor: Actor, action: Action, ids: string[]): Promise<void> {
  if (actor.kind !== 'person') throw new AppError('UNAUTHENTICATED');
  // Whoever is signed in has an account, and it is theirs.
  if (action.startsWith('account.') && ids.every((id) => id === actor.userId)) return;
  const asked = new Set(ids);
  const owned = rules[action]([...asked]);
  if (asked.size > MANY && (await owners.isOwnerOfAll(tx, actor.userId, owned, asked.size))) return;
  const found = await owners.listOwned(tx, owned);
  const known = new Set(found.map((row) => row.id));
  if (known.size !== asked.size) throw new AppError('NOT_FOUND');
  const own = new Set(found.filter((row) => row.ownerId === actor.userId || row.ownerId === owners.EVERYBODY).map((row) => row.id));
  if (own.size === asked.size) return;
  await actForOthers(
    tx,
    actor,
    action,
    found.filter((row) => !own.has(row.id) && !row.isGuest),
  );
}

async function actForOthers(tx: Tx, actor: Person, action: Action, others: owners.Owned[]): Promise<void> {
  const isReading = action.endsWith('.read');
  if (isReading && (actor.role === 'admin' || actor.role === 'support')) return;
  if (actor.role !== 'admin') throw new AppError('NOT_FOUND');
  for (const [ownerId, rows] of Map.groupBy(others, (row) => row.ownerId)) {
    await insertAuditEntry(tx, {
      id: newId(),
      actor_id: actor.userId,
      user_id: ownerId,
      action,
      detail: JSON.stringify({ ids: rows.map((row) => row.id) }),
    });
  }
}
