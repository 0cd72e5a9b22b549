import { closeSync, fstatSync, openSync } from 'node:fs';
import { readAt } from './file-reader.ts';
import { findBox, listBoxes, type ReadBytes, readFrom } from './iso-boxes.ts';

/** Maker note of Apple: a signature, a version, the byte order, then a directory as in TIFF with offsets from the start of the note. */
const APPLE_SIGNATURE = 'Apple iOS\0';
const BYTE_ORDER_AT = 12;
const DIRECTORY_AT = 14;
const ENTRY_BYTES = 12;
const MAX_ENTRIES = 200;
const CONTENT_ID_TAG = 17;
const ASCII = 2;

/** Returns the content identifier in Apple's maker note (tag 17), which a photo shares with its video. Null without a valid one. */
export function readAppleContentId(makerNote: Buffer): string | null {
  if (makerNote.length < DIRECTORY_AT + 2 || makerNote.toString('latin1', 0, APPLE_SIGNATURE.length) !== APPLE_SIGNATURE) return null;
  const isLittleEndian = makerNote.toString('latin1', BYTE_ORDER_AT, DIRECTORY_AT) === 'II';
  const u16 = (at: number) => (isLittleEndian ? makerNote.readUInt16LE(at) : makerNote.readUInt16BE(at));
  const u32 = (at: number) => (isLittleEndian ? makerNote.readUInt32LE(at) : makerNote.readUInt32BE(at));
  const count = Math.min(MAX_ENTRIES, u16(DIRECTORY_AT));
  for (let index = 0, at = DIRECTORY_AT + 2; index < count && at + ENTRY_BYTES <= makerNote.length; index++, at += ENTRY_BYTES) {
    if (u16(at) !== CONTENT_ID_TAG || u16(at + 2) !== ASCII) continue;
    const length = u32(at + 4);
    // A text of up to four bytes is in the entry itself and is no identifier.
    return parseContentId(makerNote.toString('latin1', u32(at + 8), u32(at + 8) + length));
  }
  return null;
}

/** Apple writes UUIDs. Other programs may write other texts of this kind. */
function parseContentId(text: string): string | null {
  const id = text.replace(/\0.*$/s, '').trim();
  return /^[\w-]{8,64}$/.test(id) ? id.toUpperCase() : null;
}

const QUICKTIME_KEY = 'com.apple.quicktime.content.identifier';
const MAX_META_BYTES = 1024 * 1024;

/**
 * Returns the content identifier in the metadata of a MOV (`moov/meta`, QuickTime File Format, "Metadata"). Null without one. Reads synchronously, so it
 * belongs in a child process.
 */
export function readQuickTimeContentId(source: string): string | null {
  const fd = openSync(source, 'r');
  try {
    const readFile: ReadBytes = (at, length) => readAt(fd, at, length);
    const moov = findBox(readFile, { start: 0, end: fstatSync(fd).size }, 'moov');
    const meta = moov && findBox(readFile, moov, 'meta');
    if (!meta || meta.end - meta.start > MAX_META_BYTES) return null;
    return readMeta(readAt(fd, meta.start, meta.end - meta.start));
  } finally {
    closeSync(fd);
  }
}

/** Finds the value of the key: `keys` lists names, and `ilst` has a value for the number of each key. */
function readMeta(meta: Buffer): string | null {
  const read = readFrom(meta);
  // In MP4 this box begins with a version and flags; in QuickTime it does not.
  const start = meta.toString('latin1', 4, 8) === 'hdlr' ? 0 : 4;
  const content = { start, end: meta.length };
  const [keys, values] = [findBox(read, content, 'keys'), findBox(read, content, 'ilst')];
  if (!keys || !values) return null;
  // A version and a count precede the keys, which are boxes of the type of their namespace.
  const names = listBoxes(read, keys.start + 8, keys.end);
  const number = 1 + names.findIndex((name) => meta.toString('utf8', name.start, name.end) === QUICKTIME_KEY);
  if (number === 0) return null;
  const value = listBoxes(read, values.start, values.end).find(({ type }) => Buffer.from(type, 'latin1').readUInt32BE(0) === number);
  const data = value && findBox(read, value, 'data');
  // The type of the value and its locale precede it.
  return data ? parseContentId(meta.toString('latin1', data.start + 8, data.end)) : null;
}
