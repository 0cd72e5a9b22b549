import sharp, { type OverlayOptions } from 'sharp';
import type { Theme } from './camera.ts';

const SHEET_WIDTH = 1600;
const GAP = 12;
const CAPTION_HEIGHT = 22;
/** A page of two windows' height is cut there. */
const MOST_WINDOWS = 1.6;
const COLOURS = { light: { paper: '#e4e6ea', ink: '#1d2430' }, dark: { paper: '#0a0c10', ink: '#e6e9ef' } };

export interface Tile {
  caption: string;
  picture: Buffer;
}

export const columnsFor = (width: number): number => (width < 600 ? 8 : width < 1000 ? 6 : 4);

/** A tile of a contact sheet, made at once so that large pictures need not be kept. */
export async function makeTile(picture: Buffer, window: { width: number; height: number }): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const cut = Math.min(height, Math.round(window.height * MOST_WINDOWS));
  return sharp(picture)
    .extract({ left: 0, top: 0, width, height: cut })
    .resize({ width: tileWidth(window.width) })
    .png()
    .toBuffer();
}

function tileWidth(width: number): number {
  const columns = columnsFor(width);
  return Math.floor((SHEET_WIDTH - GAP * (columns + 1)) / columns);
}

/** All tiles in rows, each with its caption above. */
export async function makeSheet(tiles: readonly Tile[], window: { width: number }, theme: Theme): Promise<Buffer> {
  const { paper, ink } = COLOURS[theme];
  const [columns, wide] = [columnsFor(window.width), tileWidth(window.width)];
  const layers: OverlayOptions[] = [];
  let top = GAP;
  for (let at = 0; at < tiles.length; at += columns) {
    const row = tiles.slice(at, at + columns);
    let tall = 0;
    for (const [column, { caption, picture }] of row.entries()) {
      const left = GAP + column * (wide + GAP);
      layers.push({ input: captionOf(caption, wide, ink), left, top });
      layers.push({ input: picture, left, top: top + CAPTION_HEIGHT });
      tall = Math.max(tall, (await sharp(picture).metadata()).height);
    }
    top += CAPTION_HEIGHT + tall + GAP;
  }
  return sharp({ create: { width: SHEET_WIDTH, height: top, channels: 3, background: paper } })
    .composite(layers)
    .png({ compressionLevel: 8 })
    .toBuffer();
}

/** Shortens the text at the front, because a page's name is at the end. */
function captionOf(caption: string, wide: number, ink: string): Buffer {
  const most = Math.floor(wide / 6.2);
  const text = caption.length > most ? `…${caption.slice(1 - most)}` : caption;
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${CAPTION_HEIGHT}"><text y="15" font-family="DejaVu Sans, sans-serif" font-size="10.5" fill="${ink}">${safe}</text></svg>`,
  );
}
