import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { TreeEntry, TreePath } from '../../platform/ftp/file-tree.ts';
import { FtpError } from '../../platform/ftp/replies.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import { authorize, type Person } from '../access/index.ts';
import { getDownloadName, getTitle } from '../files/index.ts';
import {
  type AlbumFile,
  type AlbumFolder,
  type FamilyFolder,
  listAlbumFiles,
  listFamilies,
  listFamilyAlbums,
  listRootAlbums,
} from './ftp.read-model.ts';

const MAX_RECENT_UPLOADS = 1000;

export const folderEntry = (name: string, { modifiedAt }: { modifiedAt: Date }): TreeEntry => ({
  name,
  kind: 'folder',
  sizeBytes: 0,
  modifiedAt,
});
export const fileEntry = (name: string, { sizeBytes, modifiedAt }: AlbumFile): TreeEntry => ({ name, kind: 'file', sizeBytes, modifiedAt });

type Entry = AlbumFolder | FamilyFolder;

/** A folder that contains albums, and the owner of albums created in it. */
interface AlbumContainer {
  orgId?: string;
  entries: Map<string, Entry>;
}

/** Target of a path: a shelf, or an album and media in it. */
export interface ResolvedPath {
  container: AlbumContainer;
  /** The folder it lies in; undefined at the root. */
  family?: FamilyFolder;
  remainingNames: TreePath;
}

const isFamily = (entry: Entry | undefined): entry is FamilyFolder => entry !== undefined && 'orgId' in entry;
const assignNames = (entries: Entry[]) => assignUniqueNames(entries, ({ name }) => toSafeName(name));

/**
 * Resolves paths to albums and media for one account. The root contains its own albums with those of the family it owns, a folder for each family it is a
 * member of, and albums shared by others. Every path is resolved again, so that access ends with a membership.
 */
export function createFolderResolver(db: Database, actor: Person) {
  /** Names under which this connection uploaded media, which remain valid on it regardless of the list. */
  const sentAs = new LRUCache<string, string>(maxEntries(MAX_RECENT_UPLOADS));

  const root = async (): Promise<AlbumContainer> => {
    const [own, others] = partition(await listFamilies(db, actor.userId), ({ isOwner }) => isOwner);
    const folderOrgIds = others.map(({ orgId }) => orgId);
    const [albums, shared] = partition(await listRootAlbums(db, actor.userId, folderOrgIds), ({ isOwn }) => isOwn);
    // In this order, so that an album keeps its name when its owner joins a family or something is shared with them.
    return { orgId: own[0]?.orgId, entries: assignNames([...albums, ...others, ...shared]) };
  };

  const files = async (albumId: string): Promise<Map<string, AlbumFile>> => {
    await authorize(db, actor, 'album.read', [albumId]);
    return assignUniqueNames(await listAlbumFiles(db, albumId), getListedName);
  };

  const findAlbum = ({ container, remainingNames: [name, ...deeper] }: ResolvedPath): AlbumFolder | undefined => {
    const entry = name === undefined || deeper.length > 0 ? undefined : container.entries.get(name);
    return isFamily(entry) ? undefined : entry;
  };

  const findFile = async (place: ResolvedPath): Promise<AlbumFile | undefined> => {
    const [album, name] = [findAlbum(toAlbumPath(place)), place.remainingNames[1]];
    if (!album || name === undefined || place.remainingNames.length > 2) return undefined;
    const listed = await files(album.id);
    const sentId = sentAs.get(`${album.id}/${name}`);
    const isSent = (file: AlbumFile) => file.id === sentId && (!file.isLiveVideo || isNamedLike(name, file));
    return listed.get(name) ?? (sentId === undefined ? undefined : [...listed.values()].findLast(isSent));
  };

  const getFile = async (place: ResolvedPath): Promise<AlbumFile> => {
    const file = await findFile(place);
    if (!file) throw new AppError('NOT_FOUND', 'File not found.');
    return file;
  };

  return {
    files,
    findAlbum,
    findFile,
    rememberUpload: (albumId: string, name: string, mediaId: string): void => void sentAs.set(`${albumId}/${name}`, mediaId),
    async place(path: TreePath): Promise<ResolvedPath> {
      const top = await root();
      const [name, ...deeper] = path;
      const entry = name === undefined ? undefined : top.entries.get(name);
      if (!isFamily(entry)) return { container: top, remainingNames: path };
      const entries = assignNames(await listFamilyAlbums(db, entry.orgId));
      return { container: { orgId: entry.orgId, entries }, family: entry, remainingNames: deeper };
    },
    album(place: ResolvedPath): AlbumFolder {
      const album = findAlbum(place);
      if (!album) throw new AppError('NOT_FOUND', 'Album not found.');
      return album;
    },
    file: getFile,
    /** As `file`, for changes. The video of a live photo changes with the photo only. */
    async item(place: ResolvedPath): Promise<AlbumFile> {
      const file = await getFile(place);
      if (file.isLiveVideo) throw new FtpError(550, 'This video belongs to a Live Photo. Rename or delete the photo instead.');
      return file;
    },
    /** Nothing else is called this; `selfId` may be. */
    async assertNameAvailable(place: ResolvedPath, selfId?: string): Promise<void> {
      const other = findAlbum(place) ?? (await findFile(place));
      if (isContainer(place) || (other && other.id !== selfId)) throw new FtpError(553, 'A file or folder with this name already exists.');
    },
  };
}

export type FolderResolver = ReturnType<typeof createFolderResolver>;

/** The root, or the folder of a family. */
export const isContainer = ({ remainingNames }: ResolvedPath): boolean => remainingNames.length === 0;
/** Returns the place of the album that contains the media. */
export const toAlbumPath = (resolvePath: ResolvedPath): ResolvedPath => ({
  ...resolvePath,
  remainingNames: resolvePath.remainingNames.slice(0, 1),
});

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const MAX_CHARACTERS = 200;
const KNOWN_EXTENSIONS = /\.(jpe?g|a?png|gif|tiff?|webp|avif|hei[cf]|mp4|m4v|mov|avi|webm|mkv)$/i;

/** As a name that every system can have for a file or folder. */
export function toSafeName(name: string): string {
  const safe = [...name.replace(/[/\\\p{Cc}]/gu, '_')].slice(0, MAX_CHARACTERS).join('').trim();
  return /^\.{0,2}$/.test(safe) ? '_' : safe;
}

/** True when the name has the extension of the file. */
const isNamedLike = (name: string, { originalName }: AlbumFile): boolean =>
  KNOWN_EXTENSIONS.exec(name)?.[0].toLowerCase() === KNOWN_EXTENSIONS.exec(originalName)?.[0].toLowerCase();

/** Returns the name of a file. The video of a live photo keeps its own name until the photo is renamed. */
function getListedName(file: AlbumFile): string {
  const isOwn = file.isLiveVideo && file.name === getTitle(file.shownName);
  return getFileName(isOwn ? { ...file, name: getTitle(file.originalName) } : file);
}

/** Returns the media's title with its original extension or, without a valid one, that of its type. */
export function getFileName({ name, originalName, mimetype }: { name: string; originalName: string; mimetype: string }): string {
  const ending = KNOWN_EXTENSIONS.exec(originalName)?.[0];
  if (ending !== undefined) return toSafeName(name.endsWith(ending) ? name : `${name}${ending}`);
  // A download's name has its ending replaced; this one has none yet.
  return toSafeName(KNOWN_EXTENSIONS.test(name) ? name : getDownloadName(`${name}.x`, mimetype));
}

/** Each its own name, also where capitals do not count: later ones of the same get a number, `Summer (2)`. */
export function assignUniqueNames<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  const named = new Map<string, T>();
  const taken = new Set<string>();
  const next = new Map<string, number>();
  for (const item of items) {
    const wanted = nameOf(item);
    let name = wanted;
    const key = wanted.toLowerCase();
    for (let number = next.get(key) ?? 2; taken.has(name.toLowerCase()); number++) {
      name = appendNumber(wanted, number);
      next.set(key, number + 1);
    }
    taken.add(name.toLowerCase());
    named.set(name, item);
  }
  return named;
}

function appendNumber(name: string, number: number): string {
  const title = KNOWN_EXTENSIONS.test(name) ? getTitle(name) : name;
  return `${title} (${number})${name.slice(title.length)}`;
}
