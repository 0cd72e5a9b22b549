import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { TreeEntry, TreePath } from '../../platform/ftp/file-tree.ts';
import { FtpRefusal } from '../../platform/ftp/replies.ts';
import { authorize, type Person } from '../access/index.ts';
import { fileNameOf, nameEach, safeName } from './ftp.names.ts';
import { type AlbumFile, type AlbumFolder, listAlbumFiles, listAlbumFolders } from './ftp.read-model.ts';

const REMEMBERED_UPLOADS = 1000;

export const folderEntry = (name: string, { modifiedAt }: { modifiedAt: Date }): TreeEntry => ({
  name,
  kind: 'folder',
  sizeBytes: 0,
  modifiedAt,
});
export const fileEntry = (name: string, { sizeBytes, modifiedAt }: AlbumFile): TreeEntry => ({ name, kind: 'file', sizeBytes, modifiedAt });

/** Which album and which media a path means, for one person. */
export function createFolders(db: Database, actor: Person) {
  /** Under what name this connection sent a media: it may ask for it by that, whatever the list calls it. */
  const sentAs = new LRUCache<string, string>({ max: REMEMBERED_UPLOADS });

  const albums = async (): Promise<Map<string, AlbumFolder>> =>
    nameEach(await listAlbumFolders(db, actor.userId), (album) => safeName(album.name));

  const files = async (albumId: string): Promise<Map<string, AlbumFile>> => {
    await authorize(db, actor, 'album.read', [albumId]);
    return nameEach(await listAlbumFiles(db, albumId), fileNameOf);
  };

  const findAlbum = async ([name, ...deeper]: TreePath): Promise<AlbumFolder | undefined> =>
    name === undefined || deeper.length > 0 ? undefined : (await albums()).get(name);

  const findFile = async (path: TreePath): Promise<AlbumFile | undefined> => {
    const [album, name] = [await findAlbum(path.slice(0, 1)), path[1]];
    if (!album || name === undefined || path.length > 2) return undefined;
    const listed = await files(album.id);
    const sentId = sentAs.get(`${album.id}/${name}`);
    return listed.get(name) ?? (sentId === undefined ? undefined : [...listed.values()].find((file) => file.id === sentId));
  };

  return {
    albums,
    files,
    findAlbum,
    findFile,
    rememberSent: (albumId: string, name: string, mediaId: string): void => void sentAs.set(`${albumId}/${name}`, mediaId),
    async album(path: TreePath): Promise<AlbumFolder> {
      const album = await findAlbum(path);
      if (!album) throw new AppError('NOT_FOUND', 'There is no such album.');
      return album;
    },
    async file(path: TreePath): Promise<AlbumFile> {
      const file = await findFile(path);
      if (!file) throw new AppError('NOT_FOUND', 'There is no such file.');
      return file;
    },
    /** Nothing else is called this; `selfId` may be. */
    async assertFree(path: TreePath, selfId?: string): Promise<void> {
      const other = (await findAlbum(path)) ?? (await findFile(path));
      if (other && other.id !== selfId) throw new FtpRefusal(553, 'Something of this name is here already.');
    },
  };
}

export type Folders = ReturnType<typeof createFolders>;
