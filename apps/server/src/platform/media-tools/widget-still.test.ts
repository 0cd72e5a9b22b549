import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import satori from 'satori';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { removeOverflowMasks } from './widget-still.ts';

const SIZE = { width: 400, height: 300 };
const require = createRequire(import.meta.url);
const fonts = [
  {
    name: 'Instrument Sans',
    weight: 400 as const,
    data: readFileSync(require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff')),
  },
];

const box = (style: object, children: unknown) => ({ type: 'div', props: { style: { display: 'flex', ...style }, children } });
const drawPixels = (svg: string) => sharp(Buffer.from(svg)).flatten().raw().toBuffer();

it('draws the same image without the masks of hidden overflow', async () => {
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer();
  const picture = { type: 'img', props: { src: `data:image/png;base64,${png.toString('base64')}`, style: { width: 200, height: 200 } } };
  const round = box({ width: 120, height: 120, borderRadius: 60, overflow: 'hidden' }, picture);
  const text = box({ width: 150, height: 30, overflow: 'hidden', fontSize: 40, color: '#202020' }, 'A text that does not fit into its box');
  const root = box({ ...SIZE, backgroundColor: '#ffffff', overflow: 'hidden', gap: 20, padding: 20 }, [
    round,
    box({ borderRadius: 12, overflow: 'hidden', backgroundColor: '#80c0ff' }, text),
  ]);
  const svg = await satori(root as Parameters<typeof satori>[0], { ...SIZE, fonts });
  const withoutMasks = removeOverflowMasks(svg);
  expect(withoutMasks).not.toContain('satori_om');
  const [before, after] = await Promise.all([drawPixels(svg), drawPixels(withoutMasks)]);
  // A mask and a clip path both smooth the edges of round shapes.
  const changedShare = before.filter((value, index) => Math.abs(value - (after[index] ?? 0)) > 2).length / before.length;
  expect(changedShare).toBeLessThan(0.005);
});
