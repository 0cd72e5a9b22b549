import type { SettingsOf } from '@vitrine/contract/widgets';
import { block, column, type DrawContext, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { findCurrentPage, paginate } from './pages.ts';
import { getPalette } from './palettes.ts';
import { estimateWidth, singleLine, textBlock } from './text-fit.ts';

/** Cells are aligned to the right when they are numbers or prices. */
const NUMBER = /^[^\p{L}]*\d[^\p{L}]*$/u;

export type TableContent = Pick<SettingsOf<'table'>, 'theme' | 'title' | 'columns' | 'rows'>;

/** Draws a table as large as it can be read; long ones take turns in pages. `footer` is a line in the bottom margin. */
export function drawTable(settings: TableContent, context: DrawContext, footer: WidgetNode | null = null): Drawing {
  const palette = getPalette('table', settings.theme);
  const unit = getUnit(context);
  const { width, height } = context.size;
  const margin = 7 * unit;
  const inner = { width: width - 2 * margin, height: height - 2 * margin };
  const titleHeight = settings.title === '' ? 0 : 14 * unit;
  const hasHead = settings.columns.some((name) => name !== '');
  const rowsHeight = inner.height - titleHeight - 4 * unit;
  // Five metres away, letters of 3.4 percent of the shorter side can be read.
  const minHeight = (isPortrait(context) ? 6.4 : 6.8) * unit;
  const rowCount = settings.rows.length + (hasHead ? 1 : 0);
  const rowHeight = Math.max(minHeight, Math.min(11 * unit, rowsHeight / rowCount));
  const pages = paginate(settings.rows, Math.floor(rowsHeight / rowHeight) - (hasHead ? 1 : 0), () => 1);
  const current = findCurrentPage(pages.length, context);
  const longest = measureColumns(settings);
  const padding = 2.4 * unit;
  // The longest column may wrap, so half of its width counts.
  const neededEm = longest.reduce((sum, part) => sum + part, 0) - Math.max(...longest) / 2;
  const minFontSize = 3 * unit;
  const fontSize = Math.min(5.4 * unit, rowHeight * 0.54, Math.max(minFontSize, (inner.width - padding * longest.length) / neededEm));
  const widths = shareWidth(
    longest.map((em) => em * fontSize + padding),
    inner.width,
  );
  const style: RowStyle = {
    widths,
    height: rowHeight,
    fontSize,
    minFontSize,
    padding,
    line: `${Math.max(1, 0.2 * unit)}px solid ${palette.line}`,
  };
  const isRight = settings.columns.map(
    (_, index) => index > 0 && settings.rows.every((cells) => cells[index] === '' || NUMBER.test(cells[index] ?? '')),
  );
  const tree = column(
    { position: 'relative', width, height, padding: margin, background: palette.background, color: palette.text, overflow: 'hidden' },
    [
      textBlock(
        settings.title,
        { width: inner.width, height: titleHeight - 4 * unit, max: 9 * unit, min: 4 * unit, lineHeight: 1.1 },
        { fontWeight: 700, marginBottom: 4 * unit },
      ),
      hasHead ? drawRow(settings.columns, isRight, style, { color: palette.accent, fontWeight: 600 }) : null,
      column(
        { flexGrow: 1 },
        (pages[current.index] ?? []).map((cells) => drawRow(cells, isRight, style, { borderTop: style.line })),
      ),
      drawPageDots(current, unit, palette),
      footer,
    ],
  );
  return { tree, until: current.until };
}

interface RowStyle {
  /** Pixels of each column. */
  widths: number[];
  height: number;
  fontSize: number;
  minFontSize: number;
  padding: number;
  line: string;
}

function drawRow(
  cells: readonly string[],
  isRight: readonly boolean[],
  { widths, height, fontSize, minFontSize, padding }: RowStyle,
  style: Record<string, string | number>,
): WidgetNode {
  return row(
    { height, alignItems: 'center', flexShrink: 0, ...style },
    cells.map((text, index) => {
      const width = widths[index] ?? 0;
      return row(
        {
          width,
          justifyContent: isRight[index] ? 'flex-end' : 'flex-start',
          overflow: 'hidden',
          flexShrink: 0,
          paddingRight: isRight[index] ? 0 : padding,
        },
        [
          textBlock(
            text,
            { width: width - padding, height: height * 0.96, max: fontSize, min: Math.min(fontSize, minFontSize), lineHeight: 1.1 },
            isRight[index] ? { alignItems: 'flex-end' } : {},
          ),
        ],
      );
    }),
  );
}

/** Returns the width of the longest text of each column, in em. */
const measureColumns = ({ columns, rows }: TableContent): number[] =>
  columns.map((name, index) => Math.max(1.5, estimateWidth(name), ...rows.map((cells) => estimateWidth(cells[index] ?? ''))));

/** Shares a width between columns: short ones get the width of their text and long ones equal shares of the rest. Remaining width is divided among all. */
function shareWidth(needed: readonly number[], width: number): number[] {
  const shares = new Map<number, number>();
  let left = width;
  const ascending = needed.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  for (const [position, { value, index }] of ascending.entries()) {
    const share = Math.min(value, left / (ascending.length - position));
    shares.set(index, share);
    left -= share;
  }
  return needed.map((_, index) => (shares.get(index) ?? 0) + left / needed.length);
}

/** One dot for each page, the current one in the accent colour. Many pages are a number. */
export function drawPageDots(
  { index, count }: { index: number; count: number },
  unit: number,
  { accent, line, soft }: { accent: string; line: string; soft: string },
): WidgetNode | null {
  if (count <= 1) return null;
  const style = { position: 'absolute', bottom: 2 * unit, left: 0, right: 0, justifyContent: 'center' } as const;
  if (count > 12) return row(style, [singleLine(`${index + 1} / ${count}`, 2.6 * unit, 20 * unit, { color: soft })]);
  return row(
    style,
    Array.from({ length: count }, (_, page) =>
      block({
        width: 1.4 * unit,
        height: 1.4 * unit,
        borderRadius: 0.7 * unit,
        margin: `0 ${0.6 * unit}px`,
        background: page === index ? accent : line,
      }),
    ),
  );
}
