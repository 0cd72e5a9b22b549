import { type FileHandle, open } from 'node:fs/promises';
import { OFFICE_MESSAGES } from '@vitrine/contract/accepted-files';
import { AppError } from '../errors.ts';
import { isXml, removeLinks } from './office-links.ts';
import type { ToolPaths } from './sandbox-folder.ts';
import { MAX_UNPACKED_BYTES } from './sniff-office.ts';
import { serveTool } from './tool-process.ts';
import { readPackedEntry, readZipDirectory, unpack, type ZipEntry } from './zip-directory.ts';
import { createZipWriter } from './zip-writer.ts';

/** A part is kept in memory, XML several times. */
const MAX_PART_BYTES = 100_000_000;
const MAX_XML_BYTES = 50_000_000;

const createDamageError = () => new AppError('FILE_BROKEN', OFFICE_MESSAGES.damaged);
const createSizeError = () => new AppError('FILE_BROKEN', OFFICE_MESSAGES.tooLarge);

async function readPart(handle: FileHandle, entry: ZipEntry): Promise<Buffer> {
  if (entry.sizeBytes > MAX_PART_BYTES) throw createSizeError();
  const packed = await readPackedEntry(handle, entry);
  const content = packed && unpack(packed, entry);
  if (!content) throw createDamageError();
  if (!isXml(content)) return content;
  if (content.length > MAX_XML_BYTES) throw createSizeError();
  const safe = removeLinks(content);
  if (!safe) throw createDamageError();
  return safe;
}

/**
 * Writes an office file again, without addresses outside of it. All parts must have the sizes that the archive declares: an archive with other sizes is
 * damaged or an attack.
 */
async function rewrite({ source = '', target = '' }: ToolPaths): Promise<void> {
  const [from, to] = [await open(source, 'r'), await open(target, 'w')];
  try {
    const entries = await readZipDirectory(from);
    if (!entries) throw createDamageError();
    if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_UNPACKED_BYTES) throw createSizeError();
    const zip = createZipWriter(async (part) => to.appendFile(part));
    for (const entry of entries) await zip.add(entry.name, await readPart(from, entry), entry.isDeflated);
    await zip.end();
  } finally {
    await from.close();
    await to.close();
  }
}

/** The entry of the child that unpacks office files. */
serveTool({ rewrite });
