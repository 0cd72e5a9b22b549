import { crc32, deflateRawSync } from 'node:zlib';

const [LOCAL_MARK, ENTRY_MARK, END_MARK] = [0x04034b50, 0x02014b50, 0x06054b50];
const [STORED, DEFLATED] = [0, 8];
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Midnight of 1 January 1980, the first date of the format. */
const DATE = 0x21;
const FAST = { level: 1 };

/** Writes a ZIP archive part by part (APPNOTE.TXT, section 4.3). `write` receives the parts in order. */
export function createZipWriter(write: (part: Buffer) => Promise<void>) {
  const directory: Buffer[] = [];
  let at = 0;
  const append = async (part: Buffer) => {
    await write(part);
    at += part.length;
  };
  return {
    /** Adds an entry. OpenDocument requires that its type is not compressed. */
    async add(name: string, content: Buffer, isDeflated: boolean): Promise<void> {
      const packed = isDeflated ? deflateRawSync(content, FAST) : content;
      const nameBytes = Buffer.from(name);
      const shared = Buffer.alloc(26);
      shared.writeUInt16LE(VERSION, 0);
      shared.writeUInt16LE(FLAGS, 2);
      shared.writeUInt16LE(isDeflated ? DEFLATED : STORED, 4);
      shared.writeUInt16LE(DATE, 8);
      shared.writeUInt32LE(crc32(content), 10);
      shared.writeUInt32LE(packed.length, 14);
      shared.writeUInt32LE(content.length, 18);
      shared.writeUInt16LE(nameBytes.length, 22);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(ENTRY_MARK, 0);
      entry.writeUInt16LE(VERSION, 4);
      shared.copy(entry, 6);
      entry.writeUInt32LE(at, 42);
      directory.push(entry, nameBytes);
      const mark = Buffer.alloc(4);
      mark.writeUInt32LE(LOCAL_MARK);
      for (const part of [mark, shared, nameBytes, packed]) await append(part);
    },
    /** Adds the directory, which ends the archive. */
    async end(): Promise<void> {
      const bytes = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(END_MARK, 0);
      end.writeUInt16LE(directory.length / 2, 8);
      end.writeUInt16LE(directory.length / 2, 10);
      end.writeUInt32LE(bytes.length, 12);
      end.writeUInt32LE(at, 16);
      await append(bytes);
      await append(end);
    },
  };
}
