import { expect, it } from 'vitest';
import { chooseRenditionFile, type RenditionBox } from './renditions.rules.ts';

const LANDSCAPE = { storageKey: 'hd', width: 1440, height: 1080 };
const source = { id: 'photo', storageKey: 'original', originalKey: 'original', isSlow: true, isReplaceable: false };
const box = (box: Partial<RenditionBox>): RenditionBox => ({ fit: 'inside', turn: 0, ...box });

it.each<[string, RenditionBox, string]>([
  ['a tile', box({ width: 640 }), 'hd'],
  ['two thirds of the copy', box({ width: 960 }), 'hd'],
  ['more than two thirds of the copy', box({ width: 1280 }), 'original'],
  ['a box in which the height decides', box({ width: 1280, height: 480 }), 'hd'],
  ['a cropped square', box({ width: 640, height: 640, fit: 'cover' }), 'hd'],
  ['a cropped square whose height needs more than the copy has', box({ width: 220, height: 960, fit: 'cover' }), 'original'],
  ['a tile of the turned photo', box({ width: 640, turn: 90 }), 'hd'],
  ['a tile that is too wide for the turned copy', box({ width: 960, turn: 270 }), 'original'],
  ['the full size', box({}), 'original'],
])('makes %s of the right file', (_name, requested, storageKey) => {
  expect(chooseRenditionFile({ ...source, hdCopy: LANDSCAPE }, requested)).toEqual({ storageKey, isSlow: storageKey === 'original' });
});

it('uses the original of a photo without an HD copy', () => {
  expect(chooseRenditionFile({ ...source, hdCopy: undefined }, box({ width: 64 }))).toEqual({ storageKey: 'original', isSlow: true });
});
