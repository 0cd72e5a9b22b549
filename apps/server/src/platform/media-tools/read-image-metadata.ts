import { readFile, stat } from 'node:fs/promises';
import { type EmbeddedVideo, findEmbeddedVideo } from './embedded-video.ts';
import { type ImageMetadata, parseImageMetadata } from './image-metadata.ts';
import { openImage } from './image-open.ts';
import type { ProbeArgs } from './image-tool-types.ts';
import { type MediaMetadata, NO_METADATA } from './media-metadata.ts';

/** Maximum size of a file that is read whole for its metadata, which may be anywhere in it. */
const MAX_METADATA_READ_BYTES = 300e6;

/** Metadata of an image, with the place of a video in its file. */
interface ImageDetails extends ImageMetadata {
  embeddedVideo: EmbeddedVideo | null;
}

/** Reads the metadata of a picture. Metadata is optional: damaged metadata is ignored and does not make the picture invalid. */
export const readImageMetadata = async (args: ProbeArgs): Promise<MediaMetadata> => (await readImageDetails(args)).facts;

/** As `readImageMetadata`, with the details of a live photo. */
export async function readImageDetails(args: ProbeArgs): Promise<ImageDetails> {
  const { metadata, xmp } = await readBlocks(args);
  const embeddedVideo = findEmbeddedVideo(args.source, args.format, xmp) ?? null;
  // The video may contain the place of capture. Only the job that converts it opens it.
  const facts = embeddedVideo ? { ...metadata.facts, hasLocation: true } : metadata.facts;
  return { ...metadata, facts, embeddedVideo };
}

async function readBlocks({ source, format }: ProbeArgs): Promise<{ metadata: ImageMetadata; xmp?: Buffer | undefined }> {
  if (format === 'heic') return { metadata: await parseImageMetadata({ exif: await readFile(source) }) };
  if (format === 'tiff') {
    if ((await stat(source)).size > MAX_METADATA_READ_BYTES)
      return { metadata: { facts: { ...NO_METADATA, hasLocation: true }, contentId: null } };
    const { xmp, iptc } = await openImage(source).metadata();
    return { metadata: await parseImageMetadata({ exif: await readFile(source), xmp, iptc }) };
  }
  const { exif, xmp, iptc, comments } = await openImage(source).metadata();
  return { metadata: await parseImageMetadata({ exif: exif && stripExifIdentifier(exif), xmp, iptc, comments }), xmp };
}

const EXIF_NAME = 'Exif\0\0';
/** In JPEG, EXIF data is a TIFF after a short identifier. */
const stripExifIdentifier = (exif: Buffer) =>
  exif.toString('latin1', 0, EXIF_NAME.length) === EXIF_NAME ? exif.subarray(EXIF_NAME.length) : exif;
