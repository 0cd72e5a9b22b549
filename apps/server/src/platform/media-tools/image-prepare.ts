import path from 'node:path';
import { TILE_WIDTHS } from '@vitrine/contract';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { openImage } from './image-open.ts';
import { hashThumb } from './image-probe.ts';
import { renderImage, writeCopy } from './image-render.ts';
import { type PrepareArgs, type Prepared, WALL_COPY } from './image-verbs.ts';

/** Pixels in memory. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * All that a new picture is shown by, of one look at the original: the copy for walls, then, of that, what tiles ask for and how it looks from afar.
 * A copy for walls is opened at a fraction of its size, which costs a tenth of opening the original again for each.
 */
export async function prepareImage({ source, target, turn, width, height }: PrepareArgs): Promise<Prepared> {
  const wallCopy = path.join(target, WALL_COPY);
  const wall = await renderImage({ source, target: wallCopy, width, height, fit: 'inside', turn, isUrgent: true });
  const { autoOrient } = await openImage(source).metadata();
  const ownWidth = turn % 180 === 0 ? autoOrient.width : autoOrient.height;
  // One so high that its copy is narrower than a tile is left to be made when asked for.
  const tileWidths = TILE_WIDTHS.filter((tile) => tile <= wall.width || wall.width === ownWidth).toReversed();
  let pixels = await shrink(openImage(wallCopy), Math.max(...TILE_WIDTHS));
  for (const tile of tileWidths) {
    pixels = await shrink(opened(pixels), tile);
    await writeCopy(opened(pixels), path.join(target, String(tile)), { hasAlpha: wall.mimetype === 'image/webp', isUrgent: true });
  }
  return { wall, tileWidths, thumbhash: await hashThumb(opened(pixels)) };
}

const opened = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } });

/** The same as `renderImage` makes when a tile asks. */
const shrink = (image: Sharp, width: number): Promise<Pixels> =>
  image.resize(width, undefined, { fit: 'inside', withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true });
