import { column, type DrawContext, type Drawing, getUnit } from './node.ts';
import type { Palette } from './palettes.ts';
import { singleLine, textBlock } from './text-fit.ts';

interface CardContent {
  /** Path in a square of 24. */
  icon: string;
  heading: string;
  /** Line below the heading; empty for none. */
  line: string;
}

/** Draws a card that stands for content which only screens show. */
export function drawCard({ icon, heading, line }: CardContent, palette: Palette, context: DrawContext): Drawing {
  const unit = getUnit(context);
  const { width, height } = context.size;
  const innerWidth = width - 20 * unit;
  const side = 22 * unit;
  const tree = column(
    {
      width,
      height,
      padding: 10 * unit,
      alignItems: 'center',
      justifyContent: 'center',
      background: palette.background,
      color: palette.text,
      overflow: 'hidden',
    },
    [
      {
        style: { display: 'flex', width: side, height: side, flexShrink: 0, color: palette.accent },
        path: { side: 24, data: icon, isSmooth: true },
      },
      textBlock(
        heading,
        { width: innerWidth, height: 30 * unit, max: 11 * unit, min: 3 * unit, lineHeight: 1.15 },
        { fontWeight: 700, alignItems: 'center', marginTop: 6 * unit },
      ),
      line === '' ? null : singleLine(line, 4.4 * unit, innerWidth, { color: palette.soft, marginTop: 2.5 * unit }),
    ],
  );
  return { tree, until: null };
}
