import { box, fullBox, u16, u32 } from './heic-file.ts';
import { aHeic, aJpeg, aVideo, type VideoOptions } from './media-files.ts';

/** Live photos as phones write them: an iPhone's two files, and photos that contain a video. */
const VIDEO: VideoOptions = { width: 160, height: 120, seconds: 1, hasSound: true };

export const anEmbeddedVideo = (): Promise<Buffer> => aVideo({ ...VIDEO, container: 'mp4' });

const APP1 = 0xe1;

/** Inserts segments behind the start marker of a JPEG. */
export function insertSegments(jpeg: Buffer, contents: readonly Buffer[]): Buffer {
  const segments = contents.map((content) => Buffer.concat([Buffer.from([0xff, APP1]), u16(content.length + 2), content]));
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

const xmpSegment = (properties: string) =>
  Buffer.from(
    `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties}</rdf:RDF></x:xmpmeta>`,
  );

/** XMP of the Motion Photo format 1.0 with the lengths of the video and of what follows it. */
export const containerXmp = (length: number | string, following?: number): Buffer =>
  xmpSegment(`<rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" xmlns:Container="http://ns.google.com/photos/1.0/container/"
    xmlns:Item="http://ns.google.com/photos/1.0/container/item/" GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1">
    <Container:Directory><rdf:Seq>
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0" Item:Padding="0"/></rdf:li>
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="${length}"/></rdf:li>
      ${following === undefined ? '' : `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Other" Item:Length="${following}"/></rdf:li>`}
    </rdf:Seq></Container:Directory></rdf:Description>`);

/** XMP of the older format with the distance of the video from the end of the file. */
export const microVideoXmp = (offset: number | string): Buffer =>
  xmpSegment(
    `<rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${offset}"/>`,
  );

interface MotionPhotoOptions {
  layout?: 'container' | 'microVideo' | 'samsung' | 'heic';
  video?: Buffer;
}

/** Creates a photo of Android that contains a video. */
export async function aMotionPhoto({ layout = 'container', video }: MotionPhotoOptions = {}): Promise<Buffer> {
  const film = video ?? (await anEmbeddedVideo());
  if (layout === 'heic') return Buffer.concat([await aHeic({ width: 160, height: 120 }), box('mpvd', film)]);
  const photo = await aJpeg({ width: 320, height: 240 });
  if (layout === 'samsung') return Buffer.concat([photo, samsungTrailer(film)]);
  const xmp = layout === 'container' ? containerXmp(film.length) : microVideoXmp(film.length);
  return Buffer.concat([insertSegments(photo, [xmp]), film]);
}

const SAMSUNG_NAME = 'MotionPhoto_Data';

/** Trailer with one block. `bytes` and `distance` replace the numbers in the directory. */
export function samsungTrailer(film: Buffer, { bytes, distance }: { bytes?: number; distance?: number } = {}): Buffer {
  const block = Buffer.concat([Buffer.from([0, 0, 0x30, 0x0a]), u32le(SAMSUNG_NAME.length), Buffer.from(SAMSUNG_NAME), film]);
  const entry = [Buffer.from([0, 0, 0x30, 0x0a]), u32le(distance ?? block.length), u32le(bytes ?? block.length)];
  const directory = Buffer.concat([Buffer.from('SEFH'), u32le(107), u32le(1), ...entry]);
  return Buffer.concat([block, directory, u32le(directory.length), Buffer.from('SEFT')]);
}

function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const IFD_ENTRY_BYTES = 12;

/** A TIFF directory with one entry. */
const directory = (tag: number, type: number, count: number, value: number): Buffer =>
  Buffer.concat([u16(1), u16(tag), u16(type), u32(count), u32(value), u32(0)]);

/** Apple's maker note with the content identifier as its only entry. */
export function anAppleMakerNote(contentId: string): Buffer {
  const text = Buffer.from(`${contentId}\0`, 'latin1');
  const head = Buffer.from('Apple iOS\0\0\x01MM', 'latin1');
  return Buffer.concat([head, directory(17, 2, text.length, head.length + 2 + IFD_ENTRY_BYTES + 4), text]);
}

/** EXIF segment with this maker note. */
function exifSegment(makerNote: Buffer): Buffer {
  const directoryBytes = 2 + IFD_ENTRY_BYTES + 4;
  const exifAt = 8 + directoryBytes;
  return Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    u32(8),
    directory(0x8769, 4, 1, exifAt),
    directory(0x927c, 7, makerNote.length, exifAt + directoryBytes),
    makerNote,
  ]);
}

/** Creates the photo of an iPhone's live photo. */
export async function aLiveStill(contentId: string, { width = 320 }: { width?: number } = {}): Promise<Buffer> {
  return insertSegments(await aJpeg({ width, height: 240 }), [exifSegment(anAppleMakerNote(contentId))]);
}

const KEY = 'com.apple.quicktime.content.identifier';

/** Metadata of a MOV with the content identifier as the second of two keys. */
export function aQuickTimeMeta(contentId: string): Buffer {
  const keys = ['com.apple.quicktime.make', KEY].map((name) => box('mdta', Buffer.from(name)));
  const value = (number: number, text: string) =>
    Buffer.concat([u32(8 + 16 + text.length), u32(number), box('data', Buffer.concat([u32(1), u32(0), Buffer.from(text)]))]);
  const content = [
    fullBox('hdlr', Buffer.concat([u32(0), Buffer.from('mdta'), Buffer.alloc(13)])),
    fullBox('keys', Buffer.concat([u32(keys.length), ...keys])),
    box('ilst', Buffer.concat([value(1, 'Apple'), value(2, contentId)])),
  ];
  return box('meta', Buffer.concat(content));
}

/** Creates the video of an iPhone's live photo. The index is at the end of the file, so that it can grow. */
export async function aLiveVideo(contentId: string, options: VideoOptions = {}): Promise<Buffer> {
  const film = await aVideo({ ...VIDEO, ...options, container: 'mov' });
  const at = film.lastIndexOf('moov') - 4;
  const meta = aQuickTimeMeta(contentId);
  const grown = Buffer.concat([film, meta]);
  grown.writeUInt32BE(film.readUInt32BE(at) + meta.length, at);
  return grown;
}
