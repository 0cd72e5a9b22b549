import { SLIDE_TEMPLATES, WIDGET_THEMES } from '@vitrine/contract/widgets';
import { expect, it } from 'vitest';
import { getPalette, type Palette } from './palettes.ts';

const NAMES = [
  ...SLIDE_TEMPLATES,
  'clock',
  'countdown',
  'qrCode',
  'table',
  'menu',
  'headlines',
  'ticker',
  'agenda',
  'freeRoom',
  'occupiedRoom',
  'weather',
] as const;
const CASES = NAMES.flatMap((name) => WIDGET_THEMES.map((theme) => [name, theme] as const));

const parse = (colour: string): number[] =>
  colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).map(Number);

/** Returns a colour with transparency as it appears on another one. */
function blend(colour: string, background: string): number[] {
  const [top, bottom] = [parse(colour), parse(background)];
  const alpha = top[3] ?? 1;
  return [0, 1, 2].map((index) => (top[index] ?? 0) * alpha + (bottom[index] ?? 0) * (1 - alpha));
}

function luminance(channels: number[]): number {
  const [r = 0, g = 0, b = 0] = channels.map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2, 1.4.3. */
function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each(CASES)('text of %s in the %s theme can be read', (name, theme) => {
  const palette: Palette = getPalette(name, theme);
  const surface = blend(palette.surface, palette.background);
  for (const ground of [parse(palette.background), surface]) {
    expect(contrast(parse(palette.text), ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parse(palette.soft), ground)).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(parse(palette.onAccent), parse(palette.accent))).toBeGreaterThanOrEqual(4.5);
  // Large text and lines.
  expect(contrast(parse(palette.accent), surface)).toBeGreaterThanOrEqual(3);
});
