import type { FileHandle } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

/** An entry of a ZIP archive, as its directory describes it. The archive may lie about sizes. */
export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  /** True for deflated entries; otherwise the bytes are stored as they are. */
  isDeflated: boolean;
  /** Bytes in the archive. */
  packedBytes: number;
  /** Declared bytes of the unpacked entry. */
  sizeBytes: number;
  /** Position of the local header in the file. */
  at: number;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_ENTRIES = 10_000;
const MAX_DIRECTORY_BYTES = 4_000_000;
const [END_MARK, ENTRY_MARK, LOCAL_MARK] = [0x06054b50, 0x02014b50, 0x04034b50];
const [STORED, DEFLATED] = [0, 8];
/** Marks a value that only the larger records of ZIP64 contain. */
const ZIP64 = 0xffffffff;

const read = async (handle: FileHandle, at: number, bytes: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, at);
  return buffer.subarray(0, bytesRead);
};

/**
 * Reads the directory at the end of a ZIP archive (APPNOTE.TXT, sections 4.3.12 and 4.3.16). Returns undefined for a truncated file, for more than 10,000
 * entries, and for archives that office programs do not write: ZIP64, several disks and other compression methods.
 */
export async function readZipDirectory(handle: FileHandle): Promise<ZipEntry[] | undefined> {
  const { size } = await handle.stat();
  const tailAt = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const tail = await read(handle, tailAt, size - tailAt);
  let end = tail.length - END_BYTES;
  // The comment after the record must reach exactly to the end of the file.
  while (end >= 0 && !(tail.readUInt32LE(end) === END_MARK && end + END_BYTES + tail.readUInt16LE(end + 20) === tail.length)) end--;
  if (end < 0) return undefined;
  const [count, bytes, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES || at + bytes > tailAt + end) return undefined;
  return parseEntries(await read(handle, at, bytes), count);
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_MARK) return undefined;
    const method = directory.readUInt16LE(at + 10);
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const entry = {
      name: directory.toString('utf8', at + ENTRY_BYTES, nameEnd),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
      isDeflated: method === DEFLATED,
      packedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    };
    if ((method !== STORED && method !== DEFLATED) || [entry.packedBytes, entry.sizeBytes, entry.at].includes(ZIP64)) return undefined;
    entries.push(entry);
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Reads the packed bytes of an entry. Returns undefined when its local header is missing. */
export async function readPackedEntry(handle: FileHandle, entry: ZipEntry): Promise<Buffer | undefined> {
  const header = await read(handle, entry.at, LOCAL_BYTES);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_MARK) return undefined;
  return read(handle, entry.at + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28), entry.packedBytes);
}

/** Unpacks an entry. Returns undefined when it is damaged, does not have its declared size, or is larger than `maxBytes`. */
export async function readZipEntry(handle: FileHandle, entry: ZipEntry, maxBytes: number): Promise<Buffer | undefined> {
  if (Math.max(entry.packedBytes, entry.sizeBytes) > maxBytes) return undefined;
  const packed = await readPackedEntry(handle, entry);
  return packed && unpack(packed, entry);
}

/** Unpacks the bytes of an entry. Returns undefined when they are damaged or do not have the declared size. */
export function unpack(packed: Buffer, { isDeflated, sizeBytes }: ZipEntry): Buffer | undefined {
  try {
    const content = isDeflated && packed.length > 0 ? inflateRawSync(packed, { maxOutputLength: Math.max(1, sizeBytes) }) : packed;
    return content.length === sizeBytes ? content : undefined;
  } catch {
    // Damaged, or larger than it declares.
    return undefined;
  }
}
