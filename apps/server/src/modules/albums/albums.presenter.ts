import { type Album, type AlbumMember, formatMediaKey, type Permission } from '@vitrine/contract';
import type { AlbumRow } from './albums.read-model.ts';
import type { InviterRow, MemberRow } from './sharing.read-model.ts';

/** Relation of an account to an album: owner, share, or read-only access of support. */
export type AlbumRole = 'owner' | Permission | 'onlooker';

interface AlbumPeople {
  albumRole: AlbumRole;
  members: MemberRow[];
  /** Empty for the album's owners. */
  sharers: InviterRow[];
}

export function presentAlbum(row: AlbumRow, { albumRole, members, sharers }: AlbumPeople): Album {
  const seesAll = albumRole === 'owner' || albumRole === 'onlooker';
  return {
    _id: row.id,
    name: row.name,
    caption: row.caption,
    albumType: row.album_type === 'default' ? 'default' : 'normal',
    createdBy: row.created_by,
    orgId: row.org_id,
    thumbnail: presentCover(row),
    imageCount: row.image_count,
    videoCount: row.video_count,
    otherCount: row.other_count,
    documentCount: row.document_count,
    albumStorage: row.size_bytes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    sharedWith: members.filter((member) => member.user_id !== null && (seesAll || member.is_accepted)).map(presentMember),
    notRegisterUser: seesAll ? members.flatMap(presentPendingInvitation) : [],
    sharedBy: sharers.map(presentInviter),
    showPlaces: row.shows_places,
    abilities: getAlbumAbilities(row, albumRole),
  };
}

export const presentCover = ({
  cover_key,
  cover_rotation,
  cover_thumbhash,
}: Pick<AlbumRow, 'cover_key' | 'cover_rotation' | 'cover_thumbhash'>) =>
  cover_key === null
    ? null
    : { key: formatMediaKey(cover_key, cover_rotation ?? 0), thumbhash: cover_thumbhash?.toString('base64') ?? null };

function getAlbumAbilities(row: AlbumRow, albumRole: AlbumRole): Album['abilities'] {
  const isOwner = albumRole === 'owner';
  const isChangeable = isOwner && row.album_type !== 'default';
  return {
    addMedia: isOwner || albumRole === 'write',
    rename: isChangeable,
    delete: isChangeable,
    share: isChangeable,
    arrange: isOwner,
    leave: albumRole === 'read' || albumRole === 'write',
  };
}

const presentPicture = (fileId: string | null) => (fileId === null ? null : { key: fileId });
export const parsePermission = (row: { permission: string }): Permission => (row.permission === 'write' ? 'write' : 'read');

const presentMember = (row: MemberRow): AlbumMember => ({
  userId: row.user_id ?? '',
  name: row.name ?? '',
  userEmail: row.email ?? '',
  role: row.role ?? 'user',
  permission: parsePermission(row),
  profilePicture: presentPicture(row.picture_file_id),
  accepted: row.is_accepted,
});

const presentPendingInvitation = (row: MemberRow): Album['notRegisterUser'] =>
  row.waiting_email === null ? [] : [{ email: row.waiting_email, permission: parsePermission(row) }];

const presentInviter = (row: InviterRow): Album['sharedBy'][number] => ({
  userId: row.id,
  name: row.name,
  userEmail: row.email,
  profilePicture: presentPicture(row.picture_file_id),
});
