import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { TreeEntry, TreePath } from '../../platform/ftp/file-tree.ts';
import { FtpRefusal } from '../../platform/ftp/replies.ts';
import { authorize, type Person } from '../access/index.ts';
import { fileNameOf, nameEach, safeName } from './ftp.names.ts';
import {
  type AlbumFile,
  type AlbumFolder,
  type FamilyFolder,
  listAlbumFiles,
  listFamilies,
  listFamilyAlbums,
  listRootAlbums,
} from './ftp.read-model.ts';

const REMEMBERED_UPLOADS = 1000;

export const folderEntry = (name: string, { modifiedAt }: { modifiedAt: Date }): TreeEntry => ({
  name,
  kind: 'folder',
  sizeBytes: 0,
  modifiedAt,
});
export const fileEntry = (name: string, { sizeBytes, modifiedAt }: AlbumFile): TreeEntry => ({ name, kind: 'file', sizeBytes, modifiedAt });

type Entry = AlbumFolder | FamilyFolder;

/** What holds albums, and in whose name they are made there. */
interface Shelf {
  orgId?: string;
  entries: Map<string, Entry>;
}

/** Where a path leads: to a shelf, or on from there to an album and a media. */
export interface Place {
  shelf: Shelf;
  /** The folder it lies in; undefined at the root. */
  family?: FamilyFolder;
  names: TreePath;
}

const isFamily = (entry: Entry | undefined): entry is FamilyFolder => entry !== undefined && 'orgId' in entry;
const nameEntries = (entries: Entry[]) => nameEach(entries, ({ name }) => safeName(name));

/**
 * Which album and which media a path means, for one person. The root is what their account shows by default: what is theirs with the family they
 * own, then a folder for a family they are a member of, then what others share. Every path is looked up anew, so that nothing outlasts a membership.
 */
export function createFolders(db: Database, actor: Person) {
  /** Under what name this connection sent a media: it may ask for it by that, whatever the list calls it. */
  const sentAs = new LRUCache<string, string>({ max: REMEMBERED_UPLOADS });

  const root = async (): Promise<Shelf> => {
    const [own, others] = partition(await listFamilies(db, actor.userId), ({ isOwner }) => isOwner);
    const folderOrgIds = others.map(({ orgId }) => orgId);
    const [albums, shared] = partition(await listRootAlbums(db, actor.userId, folderOrgIds), ({ isOwn }) => isOwn);
    // In this order, so that an album keeps its name when its owner joins a family or something is shared with them.
    return { orgId: own[0]?.orgId, entries: nameEntries([...albums, ...others, ...shared]) };
  };

  const files = async (albumId: string): Promise<Map<string, AlbumFile>> => {
    await authorize(db, actor, 'album.read', [albumId]);
    return nameEach(await listAlbumFiles(db, albumId), fileNameOf);
  };

  const findAlbum = ({ shelf, names: [name, ...deeper] }: Place): AlbumFolder | undefined => {
    const entry = name === undefined || deeper.length > 0 ? undefined : shelf.entries.get(name);
    return isFamily(entry) ? undefined : entry;
  };

  const findFile = async (place: Place): Promise<AlbumFile | undefined> => {
    const [album, name] = [findAlbum(albumOf(place)), place.names[1]];
    if (!album || name === undefined || place.names.length > 2) return undefined;
    const listed = await files(album.id);
    const sentId = sentAs.get(`${album.id}/${name}`);
    return listed.get(name) ?? (sentId === undefined ? undefined : [...listed.values()].find((file) => file.id === sentId));
  };

  return {
    files,
    findAlbum,
    findFile,
    rememberSent: (albumId: string, name: string, mediaId: string): void => void sentAs.set(`${albumId}/${name}`, mediaId),
    async place(path: TreePath): Promise<Place> {
      const top = await root();
      const [name, ...deeper] = path;
      const entry = name === undefined ? undefined : top.entries.get(name);
      if (!isFamily(entry)) return { shelf: top, names: path };
      const entries = nameEntries(await listFamilyAlbums(db, entry.orgId));
      return { shelf: { orgId: entry.orgId, entries }, family: entry, names: deeper };
    },
    album(place: Place): AlbumFolder {
      const album = findAlbum(place);
      if (!album) throw new AppError('NOT_FOUND', 'Album not found.');
      return album;
    },
    async file(place: Place): Promise<AlbumFile> {
      const file = await findFile(place);
      if (!file) throw new AppError('NOT_FOUND', 'File not found.');
      return file;
    },
    /** Nothing else is called this; `selfId` may be. */
    async assertFree(place: Place, selfId?: string): Promise<void> {
      const other = findAlbum(place) ?? (await findFile(place));
      if (isShelf(place) || (other && other.id !== selfId)) throw new FtpRefusal(553, 'A file or folder with this name already exists.');
    },
  };
}

export type Folders = ReturnType<typeof createFolders>;

/** The root, or the folder of a family. */
export const isShelf = ({ names }: Place): boolean => names.length === 0;
/** Of a media's place, its album's. */
export const albumOf = (place: Place): Place => ({ ...place, names: place.names.slice(0, 1) });

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
