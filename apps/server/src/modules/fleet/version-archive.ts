import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { VERSION_LIMITS } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { findCommonFolder, isUsedByScreens, isVersionPath } from './version-paths.rules.ts';

export interface ArchivedFile {
  path: string;
  sha256: string;
  /** Bytes from the start of the pack. */
  startsAt: number;
  sizeBytes: number;
}

export const createFilesError = (why: string, cause?: unknown): AppError => new AppError('VERSION_FILES_INVALID', why, { cause });

const MEGABYTE = 1024 * 1024;

/** All files of a version in one file, written one after the other. Limits apply while it is written, regardless of the sizes that an archive declares. */
export class VersionArchive {
  #handle: FileHandle;
  #files: ArchivedFile[] = [];
  #sizeBytes = 0;

  static async open(path: string): Promise<VersionArchive> {
    return new VersionArchive(await open(path, 'wx'));
  }

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** VERSION_FILES_INVALID for what no version may have. */
  async add(path: string, bytes: Readable): Promise<void> {
    if (!isVersionPath(path)) throw createFilesError(`The file name “${path.slice(0, 80)}” isn’t allowed.`);
    if (this.#files.some((file) => file.path === path)) throw createFilesError(`The file “${path}” is included twice.`);
    if (this.#files.length >= VERSION_LIMITS.filesMax) throw createFilesError(`A version can have up to ${VERSION_LIMITS.filesMax} files.`);
    const [hash, startsAt] = [createHash('sha256'), this.#sizeBytes];
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      this.#sizeBytes += chunk.length;
      if (this.#sizeBytes > VERSION_LIMITS.bytesMax)
        throw createFilesError(`A version can be up to ${VERSION_LIMITS.bytesMax / MEGABYTE} MB when unpacked.`);
      hash.update(chunk);
      await this.#handle.writeFile(chunk);
    }
    this.#files.push({ path, sha256: hash.digest('hex'), startsAt, sizeBytes: this.#sizeBytes - startsAt });
  }

  /** Returns the files that screens need, below one folder, in the order of their paths, and the name of the version by content. */
  finish(): { files: ArchivedFile[]; shell: string } {
    const folder = findCommonFolder(this.#files.map(({ path }) => path));
    const files = this.#files
      .map((file) => ({ ...file, path: file.path.slice(folder.length) }))
      .filter(({ path }) => isUsedByScreens(path))
      .sort((one, other) => (one.path < other.path ? -1 : 1));
    if (!files.some(({ path }) => path === 'index.html')) throw createFilesError('The files don’t include an index.html.');
    const refused = files.find(({ path }) => !isVersionPath(path));
    if (refused) throw createFilesError(`The file name “${refused.path}” isn’t allowed.`);
    const hash = createHash('sha256');
    for (const { path, sha256 } of files) hash.update(`${path} ${sha256}\n`);
    return { files, shell: hash.digest('hex').slice(0, 16) };
  }

  close = (): Promise<void> => this.#handle.close();
}
