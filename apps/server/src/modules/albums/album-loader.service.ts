import type { Album } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import { listOrganisationIds } from '../organisations/index.ts';
import { type AlbumRole, parsePermission, presentAlbum } from './albums.presenter.ts';
import type { AlbumRow } from './albums.read-model.ts';
import { type InviterRow, listAlbumMembers, listInviters, type MemberRow } from './sharing.read-model.ts';

/**
 * Presents albums as they are to `asUserId`: staff who view an account see them as that account does, and support changes nothing.
 * Costs one query for the members of the whole page.
 */
export async function presentAlbumsFor(
  db: Db,
  actor: Person,
  rows: AlbumRow[],
  asUserId: string = actor.viewing?.userId ?? actor.userId,
): Promise<Album[]> {
  if (rows.length === 0) return [];
  const shared = rows.filter((row) => row.is_shared).map((row) => row.id);
  const members = Map.groupBy(shared.length > 0 ? await listAlbumMembers(db, shared) : [], (member) => member.album_id);
  const orgIds = rows.some((row) => row.org_id !== null) ? await listOrganisationIds(db, asUserId) : [];
  const seen = rows.map((row) => {
    const ownMembers = members.get(row.id) ?? [];
    return { row, members: ownMembers, albumRole: albumRoleOf(row, ownMembers, { asUserId, orgIds }) };
  });
  const sharers = await findInviters(db, seen, asUserId);
  const isLookingOn = actor.role === 'support' && asUserId !== actor.userId;
  return seen.map(({ row, members: own, albumRole }) => {
    const actual = albumRole ?? (actor.role === 'support' ? 'onlooker' : 'owner');
    const shown = isLookingOn && actual === 'owner' ? 'onlooker' : actual;
    return presentAlbum(row, { albumRole: shown, members: own, sharers: sharers.get(row.id) ?? [] });
  });
}

function albumRoleOf(
  row: AlbumRow,
  members: MemberRow[],
  { asUserId, orgIds }: { asUserId: string; orgIds: string[] },
): AlbumRole | undefined {
  if (row.created_by === asUserId || (row.org_id !== null && orgIds.includes(row.org_id))) return 'owner';
  const share = members.find((member) => member.user_id === asUserId && member.is_accepted);
  return share && parsePermission(share);
}

/** For albums shared with the account: their owner, and the inviter if another account. */
async function findInviters(
  db: Db,
  seen: { row: AlbumRow; members: MemberRow[]; albumRole: AlbumRole | undefined }[],
  asUserId: string,
): Promise<Map<string, InviterRow[]>> {
  const idsOf = new Map<string, string[]>();
  for (const { row, members, albumRole } of seen) {
    if (albumRole !== 'read' && albumRole !== 'write') continue;
    const inviter = members.find((member) => member.user_id === asUserId)?.invited_by ?? row.created_by;
    idsOf.set(row.id, [...new Set([row.created_by, inviter])]);
  }
  const wanted = [...new Set([...idsOf.values()].flat())];
  if (wanted.length === 0) return new Map();
  const people = new Map((await listInviters(db, wanted)).map((person) => [person.id, person]));
  return new Map([...idsOf].map(([albumId, ids]) => [albumId, ids.flatMap((id) => people.get(id) ?? [])]));
}
