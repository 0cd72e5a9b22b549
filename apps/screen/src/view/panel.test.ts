import { expect, it } from 'vitest';
import { getCopyPreference } from './panel.ts';

const preferenceOf = (page: readonly [number, number], panel: readonly [number, number], devicePixelRatio = 1) =>
  getCopyPreference({ innerWidth: page[0], innerHeight: page[1], devicePixelRatio, screen: { width: panel[0], height: panel[1] } });
const sizes = (...reported: Parameters<typeof preferenceOf>) => preferenceOf(...reported).prefersHd;

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

it.each([
  ['a TV that reports 1280 x 720', preferenceOf([1280, 720], [1280, 720]), false],
  ['a panel of 1366 x 768', preferenceOf([1366, 768], [1366, 768]), false],
  ['an upright tablet of 800 x 1280', preferenceOf([800, 1280], [800, 1280]), false],
  ['a layout of 1920 x 1080 on a panel of 1280 x 720', preferenceOf([1920, 1080], [1280, 720]), false],
  ['a TV of 1920 x 1080', preferenceOf([1920, 1080], [1920, 1080]), true],
  ['an upright panel of 1080 x 1920', preferenceOf([1080, 1920], [1080, 1920]), true],
  ['a TV of 960 x 540 CSS pixels with two device pixels each', preferenceOf([960, 540], [960, 540], 2), true],
  ['a TV of 3840 x 2160', preferenceOf([3840, 2160], [3840, 2160]), true],
])('chooses the copy of videos for %s', (_name, { prefersFullHd }, expected) => {
  expect(prefersFullHd).toBe(expected);
});
