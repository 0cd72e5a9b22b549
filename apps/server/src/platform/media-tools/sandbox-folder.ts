import { constants, createWriteStream } from 'node:fs';
import { chmod, chown, copyFile, lchown, link, lstat, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ignoreNotFound } from '../storage/temp-folder.ts';

/** Paths a tool gets: what it reads, and what it is to write. */
export interface ToolPaths {
  source?: string;
  /** Another one that is read. */
  original?: string;
  target?: string;
}

export interface SharedPaths<A> {
  /** The arguments, with paths within the room. */
  args: A;
  /** Moves the results to the requested path. Does nothing when the tool has written no file. */
  collectOutput(): Promise<void>;
  /** Deletes all remaining files. */
  clear(): Promise<void>;
}

/**
 * Working folder of a tool that runs as an unprivileged user: it starts in it and can access nothing else of ours. Sources are linked into it and results are
 * moved out, so that no other folder must be opened to that user.
 */
export interface SandboxFolder {
  /** Undefined where the tool is the user that the server is: it is given the paths themselves. */
  folder: string | undefined;
  shareFiles<A extends ToolPaths>(args: A): Promise<SharedPaths<A>>;
  close(): Promise<void>;
}

const PREFIX = 'tool-';
/** The folder a tool starts in. Libraries make paths absolute and look at the folders above, which are closed to the tool's user; this name leads past them. */
const CURRENT_FOLDER = '/proc/self/cwd';

/** Without another user, nothing needs to be handed over. */
export async function openSandboxFolder(base: string, user: number | undefined): Promise<SandboxFolder> {
  const nothing = async () => undefined;
  if (user === undefined)
    return { folder: undefined, shareFiles: async (args) => ({ args, collectOutput: nothing, clear: nothing }), close: nothing };
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(path.join(base, PREFIX));
  await chown(folder, user, user);
  let count = 0;
  return {
    folder,
    async shareFiles(args) {
      const id = count++;
      const target = `out-${id}`;
      const sources = (['source', 'original'] as const).filter((name) => args[name] !== undefined);
      const getSourceFile = (name: string) => path.join(folder, `${name}-${id}`);
      const made = path.join(folder, target);
      const [isFolder] = await Promise.all([
        args.target !== undefined && isDirectory(args.target),
        ...sources.map((name) => shareFile(args[name] as string, getSourceFile(name), user)),
      ]);
      if (isFolder) {
        await mkdir(made);
        await chown(made, user, user);
      }
      const read = Object.fromEntries(sources.map((name) => [name, path.join(CURRENT_FOLDER, `${name}-${id}`)]));
      return {
        args: { ...args, ...read, ...(args.target === undefined ? {} : { target: path.join(CURRENT_FOLDER, target) }) },
        async collectOutput() {
          if (args.target === undefined) return;
          if (!isFolder) return collectFile(made, args.target).catch(ignoreNotFound);
          for (const part of await readdir(made)) await collectFile(path.join(made, part), path.join(args.target, part));
        },
        async clear() {
          await Promise.all([...sources.map(getSourceFile), made].map((file) => rm(file, { recursive: true, force: true })));
        },
      };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const isDirectory = async (file: string): Promise<boolean> => (await lstat(file).catch(() => undefined))?.isDirectory() ?? false;

const isOtherVolume = (error: unknown) => ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '');
const READABLE_BY_GROUP = 0o640;
const PERMISSION_BITS = 0o7777;

/**
 * Links the source; a copy is needed only between volumes. Files are readable by their owner only, and a link shares the permissions. The group gets read
 * access: only tools have this group, and it can enter none of our folders. The tool never becomes the owner, because it could then write to stored files.
 */
async function shareFile(source: string, target: string, user: number): Promise<void> {
  try {
    await link(source, target);
    const { mode, uid, gid } = await lstat(target);
    const owner = process.getuid?.() ?? 0;
    // Already done when the file was shared before.
    if (uid !== owner || gid !== user) await chown(target, owner, user);
    if ((mode & PERMISSION_BITS) !== READABLE_BY_GROUP) await chmod(target, READABLE_BY_GROUP);
  } catch (error) {
    if (!isOtherVolume(error)) throw error;
    await rm(target, { force: true });
    await copyFile(source, target);
    await chown(target, user, user);
  }
}

/** A compromised tool may have left anything under the name: only a regular file without other hard links is accepted. */
async function collectFile(made: string, target: string): Promise<void> {
  try {
    // Out of its reach first, then looked at.
    await rename(made, target);
  } catch (error) {
    if (!isOtherVolume(error)) throw error;
    return copyOutput(made, target);
  }
  const found = await lstat(target);
  if (!found.isFile() || found.nlink !== 1) {
    await rm(target, { recursive: true, force: true });
    throw new Error('the tool left no file of its own');
  }
  await lchown(target, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
}

async function copyOutput(made: string, target: string): Promise<void> {
  const handle = await open(made, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.nlink !== 1) throw new Error('the tool left no file of its own');
    await pipeline(handle.createReadStream({ autoClose: false }), createWriteStream(target));
  } finally {
    await handle.close();
  }
}
