import sharp from 'sharp';
import { expect, it } from 'vitest';
import { columnsFor, makeSheet, makeTile } from './sheet.ts';

const createPage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04030' } })
    .png()
    .toBuffer();

it('arranges pages of any height in rows of 1,600 pixels', async () => {
  const window = { width: 390, height: 844 };
  const image = await makeTile(await createPage(390, 5000), window);
  const tiles = Array.from({ length: columnsFor(390) + 1 }, () => ({ caption: 'owner /main?a=1&b=<2>', image }));
  const sheet = await sharp(await makeSheet(tiles, window, 'dark')).metadata();
  const { height } = await sharp(image).metadata();
  expect(sheet.width).toBe(1600);
  expect(sheet.height).toBeGreaterThan(height * 2);
  expect(sheet.height).toBeLessThan(height * 2 + 200);
});
