import path from 'node:path';
import { TILE_WIDTHS } from '@vitrine/contract/limits';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { openImage } from './image-open.ts';
import { renderImage, writeWebp } from './image-render.ts';
import { HD_COPY, type PrepareArgs, type Prepared, SCREEN_COPY_NAME } from './image-tool-types.ts';
import { computeThumbhash } from './thumbhash.ts';

/** Pixels in memory. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * Makes all copies of a new photo and decodes the original once. The HD copy is made from the screen copy, and the tiles and the ThumbHash from the
 * smaller of both. These are opened at a fraction of their size, which costs a tenth of opening the original again for each.
 */
export async function prepareImage({ source, target, turn, width, height, hd: hdBox }: PrepareArgs): Promise<Prepared> {
  const wallCopy = path.join(target, SCREEN_COPY_NAME);
  const hdCopy = path.join(target, HD_COPY);
  const wall = await renderImage({ source, target: wallCopy, width, height, fit: 'inside', turn, prefersSpeed: true });
  const isLarger = wall.width > hdBox.width || wall.height > hdBox.height;
  // The same call as for existing photos, so that equal screen copies have equal HD copies.
  const hd = isLarger ? await renderImage({ source: wallCopy, target: hdCopy, ...hdBox, fit: 'inside' }) : undefined;
  const { autoOrient } = await openImage(source).metadata();
  const ownWidth = turn % 180 === 0 ? autoOrient.width : autoOrient.height;
  // One so high that its copy is narrower than a tile is left to be made when asked for.
  const tileWidths = TILE_WIDTHS.filter((tile) => tile <= wall.width || wall.width === ownWidth).toReversed();
  const widestTile = Math.max(...TILE_WIDTHS);
  let pixels = await resizeToWidth(openImage(hd && hd.width >= widestTile ? hdCopy : wallCopy), widestTile);
  for (const tile of tileWidths) {
    pixels = await resizeToWidth(openPixels(pixels), tile);
    await writeWebp(openPixels(pixels), path.join(target, String(tile)));
  }
  return { screenCopy: wall, hd, tileWidths, thumbhash: await computeThumbhash(openPixels(pixels)) };
}

const openPixels = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } });

/** The same as `renderImage` makes when a browser requests a tile. */
const resizeToWidth = (image: Sharp, width: number): Promise<Pixels> =>
  image.resize(width, undefined, { fit: 'inside', withoutEnlargement: true }).raw().toBuffer({ resolveWithObject: true });
