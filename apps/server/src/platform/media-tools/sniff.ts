import { type FileHandle, open } from 'node:fs/promises';
import { UNSUPPORTED_UPLOAD } from '@vitrine/contract/accepted-files';
import { AppError } from '../errors.ts';
import { type OfficeType, sniffOfficeFile } from './sniff-office.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'tiff';
/** Named after the demuxer that opens it: none other is ever tried. */
export type VideoFormat = 'mov' | 'matroska' | 'avi' | 'mpegts' | 'mpeg' | 'asf' | 'flv' | 'ogg' | AnimationFormat;
/** Pictures that move are handled as videos. */
type AnimationFormat = 'gif' | 'apng' | 'webp_anim';
export type SniffedType =
  | { kind: 'image'; format: ImageFormat; mimetype: string; extension: string }
  | { kind: 'video'; format: VideoFormat; mimetype: string; extension: string }
  | { kind: 'document'; format: 'pdf'; mimetype: string; extension: string }
  | OfficeType;

const image = (format: ImageFormat, extension: string = format): SniffedType => ({
  kind: 'image',
  format,
  mimetype: `image/${format}`,
  extension,
});
const video = (format: VideoFormat, mimetype: string, extension: string): SniffedType => ({ kind: 'video', format, mimetype, extension });

const HEAD_BYTES = 4096;
/** In either byte order, and as BigTIFF. */
const tiffHeads = new Set(['II*\0', 'MM\0*', 'II+\0', 'MM\0+']);
const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'hevm',
  'hevs',
  'mif1',
  'mif2',
  'mif3',
  'msf1',
  'miaf',
  '1pic',
]);
/** Mobile phones of the 2000s (3GPP TS 26.244 and 3GPP2 C.S0050). */
const isMobileBrand = (brand: string) => /^(3gp|3gr|3gs|3ge|3gg|3g2)/.test(brand);
const audioBrands = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ']);

/**
 * Detects the type of a file by its first bytes, never by its name. Throws FILE_EMPTY, or FILE_UNSUPPORTED for everything except our image and video
 * containers, PDF and office files, which excludes formats that could run or load something else: HTML, SVG, playlists. Scripts in a PDF
 * and macros never run.
 */
export async function sniff(file: string): Promise<SniffedType> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead === 0) throw new AppError('FILE_EMPTY');
    const found =
      sniffMagicBytes(head.subarray(0, bytesRead)) ?? (await sniffOfficeFile(handle, head)) ?? (await sniffOldQuickTime(handle, head));
    if (!found) throw new AppError('FILE_UNSUPPORTED', UNSUPPORTED_UPLOAD);
    return found;
  } finally {
    await handle.close();
  }
}

const animations: Partial<Record<ImageFormat, AnimationFormat>> = { gif: 'gif', png: 'apng', webp: 'webp_anim' };

/** How what is stored as a video is opened; undefined for what cannot be one. A moving picture begins as a still one does. */
export const getVideoFormat = (type: SniffedType): VideoFormat | undefined =>
  type.kind === 'video' ? type.format : type.kind === 'image' ? animations[type.format] : undefined;

export const isAnimation = (format: VideoFormat): boolean => Object.values(animations).some((animation) => animation === format);

function sniffMagicBytes(head: Buffer): SniffedType | undefined {
  const ascii = (start: number, length: number) => head.toString('latin1', start, start + length);
  if (startsAsJpeg(head)) return image('jpeg', 'jpg');
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return image('png');
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return image('gif');
  // Also most RAW files of cameras, which only the directories of the TIFF reveal.
  if (tiffHeads.has(ascii(0, 4))) return image('tiff', 'tif');
  if (ascii(0, 4) === 'RIFF') return sniffRiff(ascii(8, 4));
  if (ascii(4, 4) === 'ftyp') return sniffIsoBrand(head);
  if (ascii(0, 4) === '\x1aE\xdf\xa3') return sniffMatroska(head);
  if (ascii(0, 4) === '\0\0\x01\xba') return video('mpeg', 'video/mpeg', 'mpg');
  if (ascii(0, 16) === ASF_HEADER) return video('asf', 'video/x-ms-wmv', 'wmv');
  if (ascii(0, 4) === 'FLV\x01') return video('flv', 'video/x-flv', 'flv');
  if (ascii(0, 4) === 'OggS') return OGG_VIDEO_CODECS.test(ascii(0, HEAD_BYTES)) ? video('ogg', 'video/ogg', 'ogv') : undefined;
  return sniffTransportStream(head) ?? sniffPdf(head);
}

const PDF_MARK = '%PDF-';
/** Readers accept other bytes before the header (ISO 32000-1, annex H, note 13). */
const PDF_HEAD_BYTES = 1024;

const sniffPdf = (head: Buffer): SniffedType | undefined =>
  head.subarray(0, PDF_HEAD_BYTES).includes(PDF_MARK)
    ? { kind: 'document', format: 'pdf', mimetype: 'application/pdf', extension: 'pdf' }
    : undefined;

/** GUID of the header object (ASF specification, section 3.1). */
const ASF_HEADER = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c';
/** Identification headers of the codecs, which are in the first pages. Ogg without any of them is sound. */
const OGG_VIDEO_CODECS = /\x80theora|OVP80|BBCD\0/;

const TS_SYNC = 0x47;
/** Sizes of packets: of MPEG-2, of cameras and Blu-ray with a timestamp in front (M2TS), of DVB with a checksum behind. */
const TS_PACKET_BYTES = [188, 192, 204];
const M2TS_BYTES = 192;
const MIN_TS_PACKETS = 4;

/** Every packet has a payload or an adaptation field. */
const isTsPacket = (head: Buffer, at: number): boolean =>
  head[at] === TS_SYNC && (at + 3 >= head.length || ((head[at + 3] ?? 0) & 0x30) !== 0);

/** MPEG transport streams have no header, only a byte that begins each packet (ISO/IEC 13818-1, section 2.4.3). A recording may begin within a packet. */
function sniffTransportStream(head: Buffer): SniffedType | undefined {
  for (const packetBytes of TS_PACKET_BYTES) {
    for (let first = 0; first < packetBytes; first++) {
      if ((head.length - first) / packetBytes < MIN_TS_PACKETS) break;
      let at = first;
      while (at < head.length && isTsPacket(head, at)) at += packetBytes;
      if (at >= head.length) return video('mpegts', 'video/mp2t', packetBytes === M2TS_BYTES ? 'm2ts' : 'ts');
    }
  }
  return undefined;
}

/** First segments of a JPEG: tables, frames, application data, comments. */
const isFirstJpegMarker = (marker: number): boolean => (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xd8 && marker !== 0xd9);

/** Returns true when a marker follows the start marker. Other bytes may be between them, which decoders skip. */
function startsAsJpeg(head: Buffer): boolean {
  if (head.length < 3 || head.readUInt16BE(0) !== 0xffd8) return false;
  for (let at = 2; at + 1 < head.length; at++) {
    const marker = head[at + 1] ?? 0;
    if (head[at] === 0xff && marker !== 0xff && marker !== 0) return isFirstJpegMarker(marker);
  }
  // A truncated file, which is refused as damaged.
  return head[2] === 0xff;
}

function sniffRiff(form: string): SniffedType | undefined {
  if (form === 'WEBP') return image('webp');
  if (form === 'AVI ') return video('avi', 'video/x-msvideo', 'avi');
  return undefined;
}

/** ISO base media: the brands in the first box tell still pictures from films. */
function sniffIsoBrand(head: Buffer): SniffedType | undefined {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const major = head.toString('latin1', 8, 12);
  // In a low-overhead file (mif3), the version is the brand of the codec (ISO/IEC 23008-12, annex on MinimizedImageBox).
  const brands = [major, head.toString('latin1', 12, 16)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  // A sequence of pictures, like an animated GIF.
  if (major === 'avis') return video('mov', 'image/avif', 'avif');
  if (avifBrands.has(major)) return image('avif');
  if (heicBrands.has(major)) return brands.some((brand) => avifBrands.has(brand)) ? image('avif') : image('heic');
  if (audioBrands.has(major)) return undefined;
  if (isMobileBrand(major)) return major.startsWith('3g2') ? video('mov', 'video/3gpp2', '3g2') : video('mov', 'video/3gpp', '3gp');
  return major === 'qt  ' ? video('mov', 'video/quicktime', 'mov') : video('mov', 'video/mp4', 'mp4');
}

/** Matroska and WebM differ in the element DocType (0x4282) of the EBML header. */
function sniffMatroska(head: Buffer): SniffedType | undefined {
  const at = head.indexOf(Buffer.from([0x42, 0x82]));
  if (at < 0) return undefined;
  const length = (head[at + 2] ?? 0) & 0x7f;
  const docType = head.toString('latin1', at + 3, at + 3 + length).replace(/\0+$/, '');
  if (docType === 'webm') return video('matroska', 'video/webm', 'webm');
  if (docType === 'matroska') return video('matroska', 'video/x-matroska', 'mkv');
  return undefined;
}

/** QuickTime files without `ftyp`: a chain of known boxes that leads to a `moov`. */
async function sniffOldQuickTime(handle: FileHandle, head: Buffer): Promise<SniffedType | undefined> {
  const known = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
  if (!known.has(head.toString('latin1', 4, 8))) return undefined;
  const { size } = await handle.stat();
  const header = Buffer.alloc(16);
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < 64; boxes++) {
    await handle.read(header, 0, 16, at);
    const type = header.toString('latin1', 4, 8);
    if (!known.has(type)) return undefined;
    if (type === 'moov') return video('mov', 'video/quicktime', 'mov');
    const short = header.readUInt32BE(0);
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
