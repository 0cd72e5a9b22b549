import { albumName, editMediaBody } from '@vitrine/contract';
import type { z } from 'zod';
import type { FileTree, TreeEntry, TreePath, TreeUpload } from '../../platform/ftp/file-tree.ts';
import { FtpRefusal } from '../../platform/ftp/replies.ts';
import type { Person } from '../access/index.ts';
import { titleOf } from '../files/index.ts';
import type { FtpDeps } from './ftp.deps.ts';
import { createFolders, type Folders, fileEntry, folderEntry } from './ftp.folders.ts';

/** A person's albums as folders, their media as files. It lies on no disk: a path only ever names rows that are theirs. */
export function createTree(deps: FtpDeps, actor: Person): FileTree {
  const folders = createFolders(deps.db, actor);
  return {
    find: (path) => find(folders, path),
    async list(path) {
      if (path.length === 0) return [...(await folders.albums())].map(([name, album]) => folderEntry(name, album));
      const album = await folders.album(path);
      return [...(await folders.files(album.id))].map(([name, file]) => fileEntry(name, file));
    },
    read: async (path, startByte) => deps.files.openOriginal(actor, (await folders.file(path)).fileId, startByte),
    beginUpload: (path, expectedBytes) => beginUpload(deps, actor, folders, path, expectedBytes),
    async makeFolder(path) {
      if (path.length !== 1) throw new FtpRefusal(550, 'Albums hold no folders. Make an album at the top.');
      await folders.assertFree(path);
      await deps.albums.create(actor, { name: valid(albumName, path[0]) });
    },
    async removeFile(path) {
      const album = await folders.album(path.slice(0, 1));
      await deps.media.remove(actor, album.id, [(await folders.file(path)).id]);
    },
    async removeFolder(path) {
      const album = await folders.album(path);
      if ((await folders.files(album.id)).size > 0) throw new FtpRefusal(550, 'The album is not empty.');
      await deps.albums.remove(actor, album.id);
    },
    rename: (from, to) => rename(deps, actor, folders, from, to),
  };
}

async function find(folders: Folders, path: TreePath): Promise<TreeEntry | undefined> {
  const name = path.at(-1);
  if (name === undefined) return folderEntry('/', { modifiedAt: new Date(0) });
  const album = await folders.findAlbum(path);
  if (album) return folderEntry(name, album);
  const file = await folders.findFile(path);
  return file && fileEntry(name, file);
}

async function beginUpload(
  deps: FtpDeps,
  actor: Person,
  folders: Folders,
  path: TreePath,
  expectedBytes: number | undefined,
): Promise<TreeUpload> {
  const [, fileName, ...deeper] = path;
  if (fileName === undefined) throw new FtpRefusal(553, 'Open an album first: files are kept in albums.');
  if (deeper.length > 0) throw new FtpRefusal(553, 'Albums hold no folders.');
  const album = await folders.album(path.slice(0, 1));
  await folders.assertFree(path);
  const upload = await deps.uploads.beginStream(actor, { albumId: album.id, fileName, expectedBytes });
  return {
    ...upload,
    async commit() {
      folders.rememberSent(album.id, fileName, await upload.commit());
    },
  };
}

async function rename(deps: FtpDeps, actor: Person, folders: Folders, from: TreePath, to: TreePath): Promise<void> {
  if (from.length !== to.length || from.slice(0, -1).join('/') !== to.slice(0, -1).join('/'))
    throw new FtpRefusal(553, 'Names change, places do not: move photos between albums in the web app.');
  const name = to.at(-1);
  if (from.length === 1) {
    const album = await folders.album(from);
    await folders.assertFree(to, album.id);
    await deps.albums.update(actor, album.id, { name: valid(albumName, name) });
    return;
  }
  const file = await folders.file(from);
  await folders.assertFree(to, file.id);
  await deps.media.update(actor, file.id, { name: valid(editMediaBody.shape.name.unwrap(), titleOf(name ?? '')) });
}

/** By the same rule, with the same message, as on the web. */
function valid(rule: z.ZodType<string>, name: string | undefined): string {
  const parsed = rule.safeParse(name);
  if (!parsed.success) throw new FtpRefusal(553, parsed.error.issues[0]?.message ?? 'This name cannot be used.');
  return parsed.data;
}
