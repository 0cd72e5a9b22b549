import { column, row, type WidgetNode } from './node.ts';
import { centred, page, type SlideLayout, type SlideSettings } from './slide-layout.ts';
import { estimateWidth, singleLine, textBlock } from './text-fit.ts';

/** Lines such as 'Monday: 9 to 17', with what follows the colon at the right edge. */
export function drawHours({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, innerWidth, innerHeight, palette } = layout;
  const lines = text.split('\n').filter((line) => line !== '');
  const lineHeight = Math.min(9.5 * unit, (innerHeight * 0.66) / Math.max(1, lines.length));
  const fontSize = Math.min(5.2 * unit, lineHeight * 0.6);
  const drawLine = (line: string): WidgetNode => {
    const colon = line.search(/:(?!\d)/u);
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).trim();
    const valueWidth = Math.min(innerWidth * 0.55, estimateWidth(value) * fontSize + unit);
    return row(
      {
        height: lineHeight,
        alignItems: 'center',
        justifyContent: 'space-between',
        borderTop: `${Math.max(1, 0.2 * unit)}px solid ${palette.line}`,
      },
      [singleLine(name, fontSize, innerWidth - valueWidth - 2 * unit), singleLine(value, fontSize, valueWidth + unit, { fontWeight: 600 })],
    );
  };
  return page(layout, { justifyContent: 'center' }, [
    textBlock(
      title,
      { width: innerWidth, height: innerHeight * 0.2, max: 11 * unit, min: 5 * unit, lineHeight: 1.1 },
      { fontWeight: 700, marginBottom: 4 * unit },
    ),
    column({}, lines.map(drawLine)),
    textBlock(
      detail,
      { width: innerWidth, height: innerHeight * 0.08, max: 4 * unit, min: 3 * unit },
      { color: palette.soft, marginTop: 3 * unit },
    ),
  ]);
}

/** One numbered point for each line of the text. */
export function drawList({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, innerWidth, innerHeight, palette } = layout;
  const points = text.split('\n').filter((line) => line !== '');
  const pointHeight = Math.min(17 * unit, (innerHeight * 0.7) / Math.max(1, points.length));
  const mark = Math.min(9 * unit, pointHeight * 0.72);
  const textWidth = innerWidth - mark - 3.5 * unit;
  const drawPoint = (point: string, index: number): WidgetNode =>
    row({ height: pointHeight, alignItems: 'center' }, [
      column(
        {
          ...centred,
          width: mark,
          height: mark,
          flexShrink: 0,
          borderRadius: mark / 2,
          marginRight: 3.5 * unit,
          background: palette.accent,
          color: palette.onAccent,
        },
        [{ style: { display: 'flex', fontSize: mark * 0.52, lineHeight: 1, fontWeight: 700 }, text: String(index + 1) }],
      ),
      textBlock(point, { width: textWidth, height: pointHeight * 0.92, max: 6.4 * unit, min: Math.min(3 * unit, pointHeight * 0.7) }),
    ]);
  return page(layout, { justifyContent: 'center' }, [
    textBlock(
      title,
      { width: innerWidth, height: innerHeight * 0.2, max: 11 * unit, min: 5 * unit, lineHeight: 1.1 },
      { fontWeight: 700, marginBottom: 4 * unit },
    ),
    column({}, points.map(drawPoint)),
    textBlock(
      detail,
      { width: innerWidth, height: innerHeight * 0.08, max: 4 * unit, min: 3 * unit },
      { color: palette.soft, marginTop: 3 * unit },
    ),
  ]);
}
