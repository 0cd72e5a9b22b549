import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SourceDocument } from '@vitrine/contract/sources';
import type { ScreenWidget } from '@vitrine/contract/widgets';
import { drawSourceWidget, drawWidget, type WidgetNode } from '@vitrine/widgets';
import satori, { type FontWeight } from 'satori';
import sharp from 'sharp';
import { computeThumbhash } from './thumbhash.ts';

export interface StillArgs {
  /** The widget's file for screens. */
  source: string;
  target: string;
  /** Epoch milliseconds of the moment that is drawn. */
  now: number;
  timeZone: string;
  /** Data of a widget that draws a source. */
  document: SourceDocument | null;
}

export interface WidgetStill {
  /** Pixels. */
  width: number;
  height: number;
  mimetype: 'image/webp';
  /** ThumbHash in base64. */
  thumbhash: string;
}

/** Twice the width of the largest tile. */
const SIZE = { width: 1280, height: 720 };
const WEBP_QUALITY = 88;
const FAMILY = 'Instrument Sans';
const WEIGHTS: readonly FontWeight[] = [400, 500, 600, 700];
const SUBSETS = ['latin', 'latin-ext'];

/** Fonts, read at the start of the process, which then gives up the right to read our files. */
const require = createRequire(import.meta.url);
const fonts = WEIGHTS.flatMap((weight) =>
  SUBSETS.map((subset) => ({
    name: FAMILY,
    weight,
    style: 'normal' as const,
    data: readFileSync(require.resolve(`@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`)),
  })),
);

// The SVG is made here. Uploaded ones are never opened.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Draws a still image of a widget with the layout that screens use. Text in scripts that the product's typeface lacks appears as boxes. */
export async function drawWidgetStill({ source, target, now, timeZone, document }: StillArgs): Promise<WidgetStill> {
  const { settings, pictures } = JSON.parse(await readFile(source, 'utf8')) as ScreenWidget;
  const context = { now, zone: timeZone, language: 'en', size: SIZE, shownAt: now };
  const { tree } =
    'sourceId' in settings
      ? drawSourceWidget(settings, { document, currentUntil: null }, context, { reducedMotion: true })
      : drawWidget(settings, context);
  const encoded = new Map<string, string>();
  for (const [id, url] of Object.entries(pictures)) encoded.set(id, await shrinkPicture(url));
  const svg = await satori(toElement(tree, encoded) as Parameters<typeof satori>[0], { ...SIZE, fonts });
  const image = sharp(Buffer.from(removeOverflowMasks(svg))).flatten();
  await image.clone().webp({ quality: WEBP_QUALITY }).toFile(target);
  return { ...SIZE, mimetype: 'image/webp', thumbhash: await computeThumbhash(sharp(target)) };
}

/**
 * Removes satori's masks for hidden overflow. Each has the shape of a clip path of the same element, and drawing it takes an image of the full size: a table
 * with 60 cells takes 2.2 s with masks and 0.04 s without.
 */
export const removeOverflowMasks = (svg: string): string =>
  svg.replaceAll(/<mask id="satori_om-[^"]*">.*?<\/mask>/gs, '').replaceAll(/ mask="url\(#satori_om-[^)]*\)"/g, '');

/** Returns a JPEG of a picture, which the SVG can contain. Both are data URLs. */
async function shrinkPicture(url: string): Promise<string> {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const small = await sharp(bytes)
    .resize({ ...SIZE, fit: 'outside', withoutEnlargement: true })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${small.toString('base64')}`;
}

interface Element {
  type: string;
  props: Record<string, unknown>;
}

/** Converts a drawing into elements for satori. */
function toElement({ style, children, text, path, pictureId }: WidgetNode, pictures: ReadonlyMap<string, string>): Element {
  const src = pictureId === undefined ? undefined : pictures.get(pictureId);
  if (src !== undefined) return { type: 'img', props: { style, src } };
  if (path) {
    const shape = { type: 'path', props: { d: path.data, fill: style['color'] } };
    const svg = { type: 'svg', props: { width: '100%', height: '100%', viewBox: `0 0 ${path.side} ${path.side}`, children: shape } };
    return { type: 'div', props: { style, children: svg } };
  }
  return { type: 'div', props: { style, children: text ?? (children ?? []).map((child) => toElement(child, pictures)) } };
}
