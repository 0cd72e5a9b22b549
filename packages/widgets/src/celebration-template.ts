import { block, type WidgetNode } from './node.ts';
import { centred, page, type SlideLayout, type SlideSettings } from './slide-layout.ts';
import { textBlock } from './text-fit.ts';

/** Coloured dots around congratulations. */
export function drawCelebration({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, width, height, innerWidth, innerHeight, palette } = layout;
  const colours = [palette.accent, '#f3b53f', '#e8674f', '#4fae8a', '#5b8def'];
  return page(layout, { ...centred }, [
    ...CONFETTI.map(([x, y, size], index) => {
      const side = size * unit;
      return block({
        position: 'absolute',
        left: x * width - side / 2,
        top: y * height - side / 2,
        width: side,
        height: side,
        borderRadius: index % 3 === 0 ? unit * 0.6 : side / 2,
        background: colours[index % colours.length] ?? palette.accent,
      });
    }),
    textBlock(
      detail,
      { width: innerWidth * 0.84, height: innerHeight * 0.12, max: 5.4 * unit, min: 3 * unit },
      { color: palette.accent, fontWeight: 600, alignItems: 'center', marginBottom: 3 * unit },
    ),
    textBlock(
      title,
      { width: innerWidth * 0.84, height: innerHeight * 0.44, max: 17 * unit, min: 6 * unit, lineHeight: 1.06 },
      { fontWeight: 700, alignItems: 'center' },
    ),
    textBlock(
      text,
      { width: innerWidth * 0.84, height: innerHeight * 0.2, max: 6 * unit, min: 3.2 * unit, lineHeight: 1.35 },
      { color: palette.soft, alignItems: 'center', marginTop: 4 * unit },
    ),
  ]);
}

/** Places of the dots as parts of the width and the height, and their sizes in units. They leave the middle free. */
const CONFETTI: readonly (readonly [x: number, y: number, size: number])[] = [
  [0.05, 0.1, 5],
  [0.16, 0.04, 3],
  [0.3, 0.08, 2],
  [0.45, 0.03, 4],
  [0.6, 0.07, 2.4],
  [0.74, 0.04, 3.4],
  [0.88, 0.09, 5],
  [0.96, 0.22, 2.6],
  [0.03, 0.3, 2.4],
  [0.05, 0.55, 3.6],
  [0.97, 0.48, 3.4],
  [0.95, 0.72, 5],
  [0.04, 0.8, 4.4],
  [0.14, 0.94, 3],
  [0.28, 0.9, 2.2],
  [0.42, 0.96, 3.6],
  [0.57, 0.92, 2.4],
  [0.71, 0.96, 4.2],
  [0.85, 0.9, 2.8],
  [0.93, 0.95, 3.2],
];
