import { LIMITS } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { listOrganisationMemberIds, lockMemberships } from '../organisations/index.ts';
import { authorizeAlbumChange, lockEditableAlbum } from './album-access.service.ts';
import { listShares, shareAtOnce } from './album-shares.store.ts';
import { albumReadersChanged, invitationClosed } from './albums.events.ts';
import type { AlbumNotifier } from './albums.live.ts';

export interface FamilySharingDeps {
  db: Database;
  nudges: AlbumNotifier;
  emit: Emit;
  entitlements: EntitlementsService;
}

/** Shares private albums of a member with the other members of their family. */
export function createFamilySharingService(deps: FamilySharingDeps) {
  const { db, entitlements } = deps;
  return {
    /** Shares all of the albums or none. Members of a family need not accept. NOT_FOUND, ACCESS_DENIED, ALBUM_DEFAULT, PLAN_ENDED, SHARING_LIMIT. */
    share: (actor: Person, orgId: string, albumIds: string[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const ownerId = getAccountInView(actor);
        await lockMemberships(tx, ownerId);
        await authorize(tx, actor, 'organisation.read', [orgId]);
        const memberIds = await listOrganisationMemberIds(tx, orgId);
        if (!memberIds.includes(ownerId)) throw new AppError('NOT_FOUND');
        // Locks in id order avoid deadlocks.
        const ids = [...new Set(albumIds.map((id) => id.toLowerCase()))].toSorted();
        for (const id of ids) await authorizeAlbumChange(tx, actor, id);
        await entitlements.lockOwner(tx, { userId: ownerId });
        const guestIds = memberIds.filter((id) => id !== ownerId);
        for (const id of ids) await shareAlbum(tx, deps, { id, ownerId, guestIds });
      }),
  };
}

export type FamilySharingService = ReturnType<typeof createFamilySharingService>;

interface PrivateAlbumToShare {
  id: string;
  ownerId: string;
  /** Members of the family without the owner of the album. */
  guestIds: string[];
}

async function shareAlbum(tx: Tx, { nudges, emit, entitlements }: FamilySharingDeps, album: PrivateAlbumToShare): Promise<void> {
  const { id, ownerId, guestIds } = album;
  const { org_id: orgId, created_by: createdBy } = await lockEditableAlbum(tx, id, 'The default album can’t be shared.');
  if (orgId !== null || createdBy !== ownerId) throw new AppError('INVALID', 'Only your private albums can be shared with your family.');
  const shares = await listShares(tx, id);
  const invitedIds = new Set(shares.map(({ user_id }) => user_id));
  const added = guestIds.filter((userId) => !invitedIds.has(userId));
  if (shares.length === 0 && added.length > 0) await entitlements.assertQuota(tx, ownerId, 'sharingGroups');
  if (shares.length + added.length > LIMITS.albumMembers)
    throw new AppError('INVALID', `You can share an album with up to ${LIMITS.albumMembers} people.`);
  await shareAtOnce(tx, { albumId: id, userIds: guestIds, invitedBy: ownerId });
  // Invitations that waited for an answer are accepted now.
  for (const userId of guestIds.filter((guestId) => invitedIds.has(guestId))) await emit(tx, invitationClosed, { userId });
  await emit(tx, albumReadersChanged, { albumId: id });
  await nudges.notifyReaders(tx, id);
}
