import sharp, { type OverlayOptions } from 'sharp';
import type { Theme } from './camera.ts';

const SHEET_WIDTH = 1600;
const GAP = 12;
const CAPTION_HEIGHT = 22;
/** Height at which a tile is cropped, in viewports. */
const MAX_VIEWPORTS = 1.6;
const COLOURS = { light: { paper: '#e4e6ea', ink: '#1d2430' }, dark: { paper: '#0a0c10', ink: '#e6e9ef' } };

export interface Tile {
  caption: string;
  image: Buffer;
}

export const columnsFor = (width: number): number => (width < 600 ? 8 : width < 1000 ? 6 : 4);

/** Creates a tile of a contact sheet. Call it right after the screenshot, so that large images need not be kept. */
export async function makeTile(image: Buffer, window: { width: number; height: number }): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const cut = Math.min(height, Math.round(window.height * MAX_VIEWPORTS));
  return sharp(image)
    .extract({ left: 0, top: 0, width, height: cut })
    .resize({ width: tileWidth(window.width) })
    .png()
    .toBuffer();
}

function tileWidth(width: number): number {
  const columns = columnsFor(width);
  return Math.floor((SHEET_WIDTH - GAP * (columns + 1)) / columns);
}

/** Arranges the tiles in rows, each with its caption above. */
export async function makeSheet(tiles: readonly Tile[], window: { width: number }, theme: Theme): Promise<Buffer> {
  const { paper, ink } = COLOURS[theme];
  const [columns, tileWidthPx] = [columnsFor(window.width), tileWidth(window.width)];
  const layers: OverlayOptions[] = [];
  let top = GAP;
  for (let at = 0; at < tiles.length; at += columns) {
    const row = tiles.slice(at, at + columns);
    let rowHeight = 0;
    for (const [column, { caption, image }] of row.entries()) {
      const left = GAP + column * (tileWidthPx + GAP);
      layers.push({ input: renderCaption(caption, tileWidthPx, ink), left, top });
      layers.push({ input: image, left, top: top + CAPTION_HEIGHT });
      rowHeight = Math.max(rowHeight, (await sharp(image).metadata()).height);
    }
    top += CAPTION_HEIGHT + rowHeight + GAP;
  }
  return sharp({ create: { width: SHEET_WIDTH, height: top, channels: 3, background: paper } })
    .composite(layers)
    .png({ compressionLevel: 8 })
    .toBuffer();
}

/** Shortens the text at the front, because a page's name is at the end. */
function renderCaption(caption: string, tileWidthPx: number, ink: string): Buffer {
  const maxLength = Math.floor(tileWidthPx / 6.2);
  const text = caption.length > maxLength ? `…${caption.slice(1 - maxLength)}` : caption;
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${tileWidthPx}" height="${CAPTION_HEIGHT}"><text y="15" font-family="DejaVu Sans, sans-serif" font-size="10.5" fill="${ink}">${safe}</text></svg>`,
  );
}
