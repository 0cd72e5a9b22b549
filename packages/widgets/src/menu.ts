import type { MenuDish, SettingsOf } from '@vitrine/contract/widgets';
import { findFirstInstantAt, getWallClock, toLocalDateTime } from '@vitrine/playback';
import { column, type DrawContext, type Drawing, earliest, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { findCurrentPage, paginate } from './pages.ts';
import { getPalette, type Palette } from './palettes.ts';
import { drawPageDots } from './table.ts';
import { estimateWidth, fitText, singleLine, textBlock } from './text-fit.ts';

interface MenuLine {
  kind: 'section' | 'dish';
  name: string;
  dish?: MenuDish;
}

interface MenuLayout {
  unit: number;
  columnWidth: number;
  /** Font size of the names of dishes. */
  fontSize: number;
  palette: Palette;
  soldOutText: string;
  /** Time of day at the screen, such as '11:30'. */
  time: string;
}

/** Sizes of the names of dishes that are tried, in units. The last one can still be read from five metres. */
const FONT_SIZES = [6.4, 5.8, 5.2, 4.7, 4.2, 3.8, 3.4] as const;

/** Draws a menu in one or two columns as large as it can be read; a long one takes turns in pages. */
export function drawMenu(settings: SettingsOf<'menu'>, context: DrawContext): Drawing {
  const palette = getPalette('menu', settings.theme);
  const unit = getUnit(context);
  const { width, height } = context.size;
  const margin = 7 * unit;
  const inner = { width: width - 2 * margin, height: height - 2 * margin };
  const title = fitText(settings.title, { width: inner.width, height: 13 * unit, max: 10 * unit, min: 5 * unit, lineHeight: 1.1 });
  const noteHeight = settings.note === '' ? 0 : 7 * unit;
  const bodyHeight = inner.height - title.height - 5 * unit - noteHeight;
  const columnCount = isPortrait(context) ? 1 : 2;
  const columnGap = 9 * unit;
  const columnWidth = (inner.width - columnGap * (columnCount - 1)) / columnCount;
  const time = toLocalDateTime(context.now, context.zone).time;
  const lines = listLines(settings);
  const layouts = FONT_SIZES.map(
    (size): MenuLayout => ({ unit, columnWidth, fontSize: size * unit, palette, soldOutText: settings.soldOutText, time }),
  );
  const split = (layout: MenuLayout) => splitColumns(lines, bodyHeight, layout);
  const layout = layouts.find((one) => split(one).length <= columnCount) ?? layouts[layouts.length - 1];
  if (!layout) throw new Error('no font size');
  const columns = split(layout);
  const pageCount = Math.ceil(columns.length / columnCount);
  const current = findCurrentPage(pageCount, context);
  const shown = columns.slice(current.index * columnCount, (current.index + 1) * columnCount);
  const tree = column(
    { position: 'relative', width, height, padding: margin, background: palette.background, color: palette.text, overflow: 'hidden' },
    [
      textBlock(
        settings.title,
        { width: inner.width, height: 13 * unit, max: 10 * unit, min: 5 * unit, lineHeight: 1.1 },
        { fontWeight: 700, marginBottom: 5 * unit },
      ),
      row(
        { height: bodyHeight },
        shown.map((part, index) =>
          column(
            { width: columnWidth, flexShrink: 0, marginLeft: index > 0 ? columnGap : 0 },
            part.map((line) => drawLine(line, layout)),
          ),
        ),
      ),
      textBlock(
        settings.note,
        { width: inner.width, height: noteHeight - 2 * unit, max: 3.2 * unit, min: 2.4 * unit, lineHeight: 1.3 },
        { color: palette.soft, marginTop: 2 * unit },
      ),
      drawPageDots(current, unit, palette),
    ],
  );
  return { tree, until: earliest(current.until, findNextPriceChange(settings, context)) };
}

const listLines = ({ sections }: SettingsOf<'menu'>): MenuLine[] =>
  sections.flatMap(({ name, dishes }) => [
    ...(name === '' ? [] : [{ kind: 'section' as const, name }]),
    ...dishes.map((dish) => ({ kind: 'dish' as const, name: dish.name, dish })),
  ]);

/** Splits lines into columns. A section's name stays with its first dish. */
function splitColumns(lines: readonly MenuLine[], height: number, layout: MenuLayout): MenuLine[][] {
  const groups = lines.flatMap((line, index): MenuLine[][] => {
    const before = lines[index - 1];
    if (line.kind === 'section') return lines[index + 1]?.kind === 'dish' ? [] : [[line]];
    return before?.kind === 'section' ? [[before, line]] : [[line]];
  });
  return paginate(groups, height, (group) => group.reduce((sum, line) => sum + measureLine(line, layout), 0)).map((page) =>
    page.reduce((all, group) => all.concat(group), []),
  );
}

const measureLine = ({ kind, dish }: MenuLine, { fontSize }: MenuLayout): number =>
  kind === 'section' ? fontSize * 2.2 : fontSize * (1.75 + (dish?.description ? 1.05 : 0));

function drawLine(line: MenuLine, layout: MenuLayout): WidgetNode {
  const { fontSize, columnWidth, palette } = layout;
  if (line.dish) return drawDish(line.dish, layout, measureLine(line, layout));
  return column({ height: measureLine(line, layout), justifyContent: 'flex-end', paddingBottom: fontSize * 0.35, flexShrink: 0 }, [
    singleLine(line.name, fontSize * 1.05, columnWidth, { color: palette.accent, fontWeight: 700 }),
  ]);
}

function drawDish(dish: MenuDish, { fontSize, columnWidth, palette, soldOutText, time }: MenuLayout, height: number): WidgetNode {
  const price = dish.isSoldOut ? soldOutText : getPrice(dish, time);
  const priceSize = dish.isSoldOut ? fontSize * 0.7 : fontSize;
  const priceWidth = price === '' ? 0 : Math.min(columnWidth * 0.45, estimateWidth(price) * priceSize + fontSize * 0.8);
  const nameWidth = columnWidth - priceWidth - fontSize * 0.6;
  return column({ height, justifyContent: 'center', flexShrink: 0, ...(dish.isSoldOut && { opacity: 0.55 }) }, [
    row({ justifyContent: 'space-between', alignItems: 'center' }, [
      singleLine(dish.name, fontSize, nameWidth, { fontWeight: 600 }),
      price === ''
        ? null
        : singleLine(price, priceSize, priceWidth, { fontWeight: 600, color: dish.isSoldOut ? palette.soft : palette.text }),
    ]),
    dish.description === ''
      ? null
      : singleLine(dish.description.replaceAll('\n', ' '), fontSize * 0.72, columnWidth * 0.9, { color: palette.soft }),
  ]);
}

function getPrice({ price, timedPrices }: MenuDish, time: string): string {
  return timedPrices.find(({ from, to }) => isWithin(time, from, to))?.price ?? price;
}

/** A period whose end is before its start includes midnight. Times are such as '18:30', so they compare as text. */
const isWithin = (time: string, from: string, to: string): boolean => (from <= to ? time >= from && time < to : time >= from || time < to);

/** Returns the next instant at which a price may change; null when prices are the same all day. */
function findNextPriceChange({ sections }: SettingsOf<'menu'>, { now, zone }: DrawContext): number | null {
  const times = new Set(
    sections.flatMap(({ dishes }) => dishes.flatMap(({ timedPrices }) => timedPrices.flatMap(({ from, to }) => [from, to]))),
  );
  if (times.size === 0) return null;
  const reading = getWallClock(now, zone);
  const days = [0, 1].map((offset) => new Date(reading + offset * 86_400_000).toISOString().slice(0, 10));
  const instants = days
    .flatMap((date) => Array.from(times, (time) => findFirstInstantAt(date, time, zone)))
    .filter((instant) => instant > now);
  return instants.length === 0 ? null : Math.min(...instants);
}
