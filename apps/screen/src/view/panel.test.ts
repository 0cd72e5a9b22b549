import { expect, it } from 'vitest';
import { isHdEnough } from './panel.ts';

const sizes = (page: readonly [number, number], panel: readonly [number, number], devicePixelRatio = 1) =>
  isHdEnough({ innerWidth: page[0], innerHeight: page[1], devicePixelRatio, screen: { width: panel[0], height: panel[1] } });

it.each([
  ['a page of 1920 x 1080', sizes([1920, 1080], [1920, 1080])],
  ['an upright page of 1080 x 1920', sizes([1080, 1920], [1080, 1920])],
  ['a tablet of 1920 x 1200', sizes([1920, 1200], [1920, 1200])],
  ['a page of 960 x 540 CSS pixels with two device pixels each', sizes([960, 540], [960, 540], 2)],
  ['a page zoomed to 175 %, whose CSS pixels are rounded up', sizes([1098, 618], [1097, 617], 1.75)],
  ['a window of 1600 x 900 on a 4K panel', sizes([1600, 900], [3840, 2160])],
  ['a layout of 2560 x 1440 on a panel of 1280 x 720', sizes([2560, 1440], [1280, 720])],
  ['an upright page on a panel that reports landscape', sizes([1080, 1920], [1920, 1080])],
  ['a page that is not laid out yet on a panel of 1920 x 1080', sizes([0, 0], [1920, 1080])],
])('prefers HD copies for %s', (_name, prefersHd) => {
  expect(prefersHd).toBe(true);
});

it.each([
  ['a page of 3840 x 2160', sizes([3840, 2160], [3840, 2160])],
  ['an upright page of 2160 x 3840', sizes([2160, 3840], [2160, 3840])],
  ['a 4K panel with two device pixels per CSS pixel', sizes([1920, 1080], [1920, 1080], 2)],
  ['a page of 2560 x 1440', sizes([2560, 1440], [2560, 1440])],
  ['a square page of 1920 x 1920', sizes([1920, 1920], [3840, 2160])],
  ['a browser that reports no size', sizes([0, 0], [0, 0])],
])('prefers large copies for %s', (_name, prefersHd) => {
  expect(prefersHd).toBe(false);
});
