import { albumName, editMediaBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { FileTree, TreeEntry, TreePath, TreeUpload } from '../../platform/ftp/file-tree.ts';
import { FtpError } from '../../platform/ftp/replies.ts';
import type { Person } from '../access/index.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { type FilesApi, getTitle } from '../files/index.ts';
import type { MediaApi } from '../media/index.ts';
import type { UploadsApi } from '../uploads/index.ts';
import { createFolderResolver, type FolderResolver, fileEntry, folderEntry, isContainer, toAlbumPath } from './folders.service.ts';

export interface AlbumTreeDeps extends Pick<Platform, 'db'> {
  albums: AlbumsApi;
  media: MediaApi;
  files: FilesApi;
  uploads: UploadsApi;
}

/**
 * A person's albums as folders, their media as files; a family of others is a folder of albums. It lies on no disk: a path only ever names rows that
 * are theirs to see.
 */
export function createAlbumTree(deps: AlbumTreeDeps, actor: Person): FileTree {
  const folders = createFolderResolver(deps.db, actor);
  return {
    find: (path) => findEntry(folders, path),
    async list(path) {
      const place = await folders.place(path);
      if (isContainer(place)) return [...place.container.entries].map(([name, entry]) => folderEntry(name, entry));
      return [...(await folders.files(folders.album(place).id))].map(([name, file]) => fileEntry(name, file));
    },
    read: async (path, startByte) => deps.files.openOriginal(actor, (await folders.file(await folders.place(path))).fileId, startByte),
    beginUpload: (path, expectedBytes) => beginUpload(deps, actor, folders, path, expectedBytes),
    async makeFolder(path) {
      const place = await folders.place(path);
      if (place.remainingNames.length > 1) throw new FtpError(550, 'Albums can’t contain folders. Create an album at the top level.');
      await folders.assertNameAvailable(place);
      await deps.albums.create(actor, { name: parseName(albumName, place.remainingNames[0]), orgId: place.container.orgId });
    },
    async removeFile(path) {
      const place = await folders.place(path);
      const album = folders.album(toAlbumPath(place));
      await deps.media.remove(actor, album.id, [(await folders.item(place)).id]);
    },
    async removeFolder(path) {
      const place = await folders.place(path);
      if (isContainer(place)) throw new FtpError(550, 'This folder is a family, not an album.');
      const album = folders.album(place);
      if ((await folders.files(album.id)).size > 0) throw new FtpError(550, 'The album is not empty.');
      await deps.albums.remove(actor, album.id);
    },
    rename: (from, to) => rename(deps, actor, folders, from, to),
  };
}

async function findEntry(folders: FolderResolver, path: TreePath): Promise<TreeEntry | undefined> {
  const name = path.at(-1);
  if (name === undefined) return folderEntry('/', { modifiedAt: new Date(0) });
  const place = await folders.place(path);
  if (place.family && isContainer(place)) return folderEntry(name, place.family);
  const album = folders.findAlbum(place);
  if (album) return folderEntry(name, album);
  const file = await folders.findFile(place);
  return file && fileEntry(name, file);
}

async function beginUpload(
  deps: AlbumTreeDeps,
  actor: Person,
  folders: FolderResolver,
  path: TreePath,
  expectedBytes: number | undefined,
): Promise<TreeUpload> {
  const place = await folders.place(path);
  const [, fileName, ...deeper] = place.remainingNames;
  if (fileName === undefined) throw new FtpError(553, 'Open an album folder first. Files must be in an album.');
  if (deeper.length > 0) throw new FtpError(553, 'Albums can’t contain folders.');
  const album = folders.album(toAlbumPath(place));
  await folders.assertNameAvailable(place);
  const upload = await deps.uploads.beginStream(actor, { albumId: album.id, fileName, expectedBytes });
  return {
    ...upload,
    async commit() {
      folders.rememberUpload(album.id, fileName, await upload.commit());
    },
  };
}

async function rename(deps: AlbumTreeDeps, actor: Person, folders: FolderResolver, from: TreePath, to: TreePath): Promise<void> {
  if (from.length !== to.length || from.slice(0, -1).join('/') !== to.slice(0, -1).join('/'))
    throw new FtpError(553, 'You can rename files here but not move them. Move photos between albums in the web app.');
  const [place, target] = [await folders.place(from), await folders.place(to)];
  if (isContainer(place)) throw new FtpError(553, 'This folder is a family. The owner can rename it in the web app.');
  const name = to.at(-1);
  if (place.remainingNames.length === 1) {
    const album = folders.album(place);
    await folders.assertNameAvailable(target, album.id);
    await deps.albums.update(actor, album.id, { name: parseName(albumName, name) });
    return;
  }
  const file = await folders.item(place);
  await folders.assertNameAvailable(target, file.id);
  await deps.media.update(actor, file.id, { name: parseName(editMediaBody.shape.name.unwrap(), getTitle(name ?? '')) });
}

/** Validates with the same rule and message as the web app. */
function parseName(rule: z.ZodType<string>, name: string | undefined): string {
  const parsed = rule.safeParse(name);
  if (!parsed.success) throw new FtpError(553, parsed.error.issues[0]?.message ?? 'This name isn’t allowed.');
  return parsed.data;
}
