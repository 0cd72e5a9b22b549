import type { FileHandle } from 'node:fs/promises';
import { OFFICE_EXTENSIONS, OFFICE_MESSAGES } from '@vitrine/contract/accepted-files';
import { AppError } from '../errors.ts';
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';

export interface OfficeType {
  kind: 'document';
  format: 'office';
  /** One of OFFICE_EXTENSIONS. */
  mimetype: string;
  extension: string;
}

const ZIP_HEAD = 'PK\x03\x04';
const OLE_HEAD = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Maximum size of an unpacked office file: a presentation with a hundred photos has less. */
export const MAX_UNPACKED_BYTES = 500_000_000;
/** Lists of parts have a few hundred bytes per slide or picture. */
const MAX_LIST_BYTES = 2_000_000;
const MAX_TYPE_BYTES = 200;
const CONTENT_TYPES = '[Content_Types].xml';

const refuse = (message: string) => new AppError('FILE_UNSUPPORTED', message);

/**
 * Detects office files by their content: ZIP archives with the parts of Office Open XML or OpenDocument. Throws FILE_UNSUPPORTED with a reason for macros,
 * passwords, old formats and other archives. Returns undefined for other files, and for archives whose end is missing.
 */
export async function sniffOfficeFile(handle: FileHandle, head: Buffer): Promise<OfficeType | undefined> {
  if (head.toString('latin1', 0, 8) === OLE_HEAD) return refuseOldFormat(handle, head);
  if (head.toString('latin1', 0, 4) !== ZIP_HEAD) return undefined;
  const entries = await readZipDirectory(handle);
  if (!entries) return undefined;
  const mimetype = (await readOpenDocumentType(handle, entries)) ?? (await readOfficeOpenXmlType(handle, entries));
  if (mimetype === undefined) {
    // Templates and drawings are not called archives.
    if (entries.some(({ name }) => name === 'mimetype' || name === CONTENT_TYPES)) return undefined;
    throw refuse(OFFICE_MESSAGES.zip);
  }
  if (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_UNPACKED_BYTES) throw refuse(OFFICE_MESSAGES.tooLarge);
  return { kind: 'document', format: 'office', mimetype, extension: OFFICE_EXTENSIONS[mimetype] as string };
}

async function readText(handle: FileHandle, entries: ZipEntry[], name: string, maxBytes: number): Promise<string | undefined> {
  const entry = entries.find((one) => one.name === name);
  return entry && (await readZipEntry(handle, entry, maxBytes))?.toString('utf8');
}

/** The entry `mimetype` contains the type (ODF 1.3, part 2, section 3.3). */
async function readOpenDocumentType(handle: FileHandle, entries: ZipEntry[]): Promise<string | undefined> {
  const mimetype = (await readText(handle, entries, 'mimetype', MAX_TYPE_BYTES))?.trim();
  if (mimetype === undefined || !(mimetype in OFFICE_EXTENSIONS)) return undefined;
  const manifest = await readText(handle, entries, 'META-INF/manifest.xml', MAX_LIST_BYTES);
  if (manifest?.includes('encryption-data') || entries.some(({ isEncrypted }) => isEncrypted)) throw refuse(OFFICE_MESSAGES.password);
  return mimetype;
}

/** The list of content types names the type of the main part, which ends in `.main+xml` (ECMA-376, part 2). */
async function readOfficeOpenXmlType(handle: FileHandle, entries: ZipEntry[]): Promise<string | undefined> {
  const list = await readText(handle, entries, CONTENT_TYPES, MAX_LIST_BYTES);
  if (list === undefined) return undefined;
  if (/macroEnabled/i.test(list) || entries.some(({ name }) => /vbaProject\.bin$/i.test(name))) throw refuse(OFFICE_MESSAGES.macros);
  return Object.keys(OFFICE_EXTENSIONS).find((mimetype) => list.includes(`"${mimetype}.main+xml"`));
}

const DIRECTORY_BYTES = 8192;

/** Compound files (MS-CFB) contain old formats, or a new one that is encrypted. The names of their streams are in the directory, as UTF-16. */
async function refuseOldFormat(handle: FileHandle, head: Buffer): Promise<undefined> {
  const sectorBytes = 2 ** Math.min(12, head.readUInt16LE(30));
  const directory = Buffer.alloc(DIRECTORY_BYTES);
  await handle.read(directory, 0, DIRECTORY_BYTES, (head.readUInt32LE(48) + 1) * sectorBytes);
  const has = (name: string) => directory.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) throw refuse(OFFICE_MESSAGES.password);
  if (['PowerPoint Document', 'WordDocument', 'Workbook'].some(has)) throw refuse(OFFICE_MESSAGES.oldFormat);
  return undefined;
}
