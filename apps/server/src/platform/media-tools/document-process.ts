import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '@vitrine/contract/limits';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../errors.ts';
import type { DrawnPage, DrawPageArgs, InspectArgs } from './document-tool-types.ts';
import { HD_COPY, type Rendered, SCREEN_COPY_NAME } from './image-tool-types.ts';
import { type OpenPdf, openPdf, type PagePixels, type PageSize } from './pdf-library.ts';
import { getScreenBox, hdBox } from './screen-boxes.ts';
import { computeThumbhash } from './thumbhash.ts';
import { serveTool } from './tool-process.ts';

/** Half the bytes of a JPEG that is as close to the page (docs/decisions/0079). */
const PAGE_WEBP = { quality: 85, effort: 0 };

sharp.concurrency(1);
sharp.cache(false);

let document: OpenPdf | undefined;

/** Opens the document of this process and returns its number of pages. */
function inspect({ source }: InspectArgs): { pageCount: number } {
  document = openPdf(readFileSync(source));
  const { pageCount } = document;
  if (pageCount === 0) throw new AppError('FILE_BROKEN', 'This document has no pages.');
  if (pageCount > LIMITS.documentPages)
    throw new AppError('FILE_BROKEN', `This document has ${pageCount} pages. Upload at most ${LIMITS.documentPages} pages at a time.`);
  for (let page = 1; page <= pageCount; page++) assertShape(page, document.measure(page));
  return { pageCount };
}

function assertShape(page: number, { width, height }: PageSize): void {
  const ratio = Math.max(width, height) / Math.min(width, height);
  // Also refuses sizes of zero.
  if (!(ratio <= LIMITS.documentRatio))
    throw new AppError(
      'FILE_BROKEN',
      `Page ${page} of this document is too long and narrow to show. One side can be at most 20 times the other.`,
    );
}

/** Pixels of earlier pages. New buffers of 20 MB would wait long for the garbage collector. */
const spareBuffers: Buffer[] = [];

function takeBuffer(bytes: number): Buffer {
  const spare = spareBuffers.pop();
  return spare?.length === bytes ? spare : Buffer.allocUnsafeSlow(bytes);
}

/** Draws a page so that it fills the box of screen copies, and writes it with its HD copy. The next page can be drawn while this one is written. */
async function drawPage({ page, target }: DrawPageArgs): Promise<DrawnPage> {
  if (!document) throw new Error('No document is open');
  const size = document.measure(page);
  const box = getScreenBox(size);
  const scale = Math.min(box.width / size.width, box.height / size.height);
  const onScreen = { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
  const pixels = document.draw(page, onScreen, takeBuffer);
  try {
    return await writeCopies(pixels, target);
  } finally {
    spareBuffers.push(pixels.data);
  }
}

async function writeCopies(pixels: PagePixels, target: string): Promise<DrawnPage> {
  const small = hdBox(pixels);
  const screenCopy = await writePage(openPixels(pixels), path.join(target, SCREEN_COPY_NAME));
  const reduced = openPixels(pixels).resize(small.width, small.height, { fit: 'inside', withoutEnlargement: true });
  const hd = await writePage(reduced, path.join(target, HD_COPY));
  return { screenCopy, hd, thumbhash: await computeThumbhash(sharp(path.join(target, HD_COPY))) };
}

const openPixels = ({ data, width, height }: PagePixels): Sharp => sharp(data, { raw: { width, height, channels: 3 } });

async function writePage(image: Sharp, target: string): Promise<Rendered> {
  const { size, width, height } = await image.webp(PAGE_WEBP).toFile(target);
  return { mimetype: 'image/webp', width, height, sizeBytes: size };
}

/** The entry of the child that opens one PDF. */
serveTool({
  inspect: async (args: InspectArgs) => inspect(args),
  draw: (args: DrawPageArgs) => drawPage(args),
});
