import type { Album } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import type { Person } from '../access/index.ts';
import { listMembers, listOrganisationIds, listSharers, type MemberRow, type SharerRow } from './album-members.read-model.ts';
import { permissionOf, presentAlbum, type Standing } from './albums.presenter.ts';
import type { AlbumRow } from './albums.read-model.ts';

/**
 * Albums as they are to `asUserId`: an administrator who looks at somebody's albums sees what that person sees, and one
 * who opens an album that is nothing to them sees it as its owner does. Support looks on. Costs one query for the members
 * of the whole page.
 */
export async function viewAlbums(tx: Tx, actor: Person, rows: AlbumRow[], asUserId: string = actor.userId): Promise<Album[]> {
  if (rows.length === 0) return [];
  const shared = rows.filter((row) => row.is_shared).map((row) => row.id);
  const members = Map.groupBy(shared.length > 0 ? await listMembers(tx, shared) : [], (member) => member.album_id);
  const orgIds = rows.some((row) => row.org_id !== null) ? await listOrganisationIds(tx, asUserId) : [];
  const seen = rows.map((row) => {
    const ownMembers = members.get(row.id) ?? [];
    return { row, members: ownMembers, standing: standingOf(row, ownMembers, { asUserId, orgIds }) };
  });
  const sharers = await findSharers(tx, seen, asUserId);
  const isLookingOn = actor.role === 'support' && asUserId !== actor.userId;
  return seen.map(({ row, members: own, standing }) => {
    const actual = standing ?? (actor.role === 'support' ? 'onlooker' : 'owner');
    const shown = isLookingOn && actual === 'owner' ? 'onlooker' : actual;
    return presentAlbum(row, { standing: shown, members: own, sharers: sharers.get(row.id) ?? [] });
  });
}

function standingOf(
  row: AlbumRow,
  members: MemberRow[],
  { asUserId, orgIds }: { asUserId: string; orgIds: string[] },
): Standing | undefined {
  if (row.created_by === asUserId || (row.org_id !== null && orgIds.includes(row.org_id))) return 'owner';
  const share = members.find((member) => member.user_id === asUserId && member.is_accepted);
  return share && permissionOf(share);
}

/** For albums shared with the person: whose they are, and who invited when that was somebody else. */
async function findSharers(
  tx: Tx,
  seen: { row: AlbumRow; members: MemberRow[]; standing: Standing | undefined }[],
  asUserId: string,
): Promise<Map<string, SharerRow[]>> {
  const idsOf = new Map<string, string[]>();
  for (const { row, members, standing } of seen) {
    if (standing !== 'read' && standing !== 'write') continue;
    const inviter = members.find((member) => member.user_id === asUserId)?.invited_by ?? row.created_by;
    idsOf.set(row.id, [...new Set([row.created_by, inviter])]);
  }
  const wanted = [...new Set([...idsOf.values()].flat())];
  if (wanted.length === 0) return new Map();
  const people = new Map((await listSharers(tx, wanted)).map((person) => [person.id, person]));
  return new Map([...idsOf].map(([albumId, ids]) => [albumId, ids.flatMap((id) => people.get(id) ?? [])]));
}
