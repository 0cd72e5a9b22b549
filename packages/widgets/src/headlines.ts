import type { FeedDocument } from '@vitrine/contract/sources';
import type { SourceSettingsOf } from '@vitrine/contract/widgets';
import { getLocalDate } from '@vitrine/playback';
import { block, column, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { findCurrentPage, paginate } from './pages.ts';
import { getPalette, type Palette } from './palettes.ts';
import {
  describeAge,
  drawFooter,
  drawFrame,
  drawMessage,
  earliestOf,
  formatClock,
  formatTime,
  type SourceContext,
} from './source-context.ts';
import { drawPageDots } from './table.ts';
import { fitText, singleLine, type TextBox, textBlock } from './text-fit.ts';

/** News may be an hour old. */
const AGE_MATTERS_MS = 3_600_000;

/** Draws the headlines of a feed, a few on each page. */
export function drawHeadlines(settings: SourceSettingsOf<'headlines'>, document: FeedDocument, context: SourceContext): Drawing {
  const palette = getPalette('headlines', settings.theme);
  if (document.items.length === 0) return drawMessage('No headlines at the moment', context, palette);
  const unit = getUnit(context);
  const margin = 7 * unit;
  const inner = { width: context.size.width - 2 * margin, height: context.size.height - 2 * margin };
  const title = settings.title || document.title;
  const titleHeight = title === '' ? 0 : 12 * unit;
  const perPage = Math.min(document.items.length, isPortrait(context) ? 6 : 3);
  const itemHeight = Math.min((isPortrait(context) ? 40 : 36) * unit, (inner.height - titleHeight - 2 * unit) / perPage);
  const pages = paginate(document.items, perPage, () => 1);
  const current = findCurrentPage(pages.length, context);
  const age = describeAge(context, AGE_MATTERS_MS);
  const tree = drawFrame(context, { background: palette.background, color: palette.text }, margin, [
    title === ''
      ? null
      : row({ height: titleHeight, flexShrink: 0 }, [singleLine(title, 5 * unit, inner.width, { color: palette.accent, fontWeight: 700 })]),
    ...(pages[current.index] ?? []).map((item) =>
      drawItem(item, settings.showSummaries, { width: inner.width, height: itemHeight }, { context, unit, palette }),
    ),
    drawPageDots(current, unit, palette),
    drawFooter('', age, context, palette),
  ]);
  return { tree, until: earliestOf([current.until, age.until]) };
}

interface Look {
  context: SourceContext;
  unit: number;
  palette: Palette;
}

function drawItem(
  item: FeedDocument['items'][number],
  hasSummary: boolean,
  { width, height }: { width: number; height: number },
  { context, unit, palette }: Look,
): WidgetNode {
  const time = item.publishedAt === null ? '' : formatAge(item.publishedAt, context);
  const summary = hasSummary ? item.summary : '';
  const textWidth = width - 3.4 * unit;
  const gap = 0.8 * unit;
  const timeHeight = time === '' ? 0 : TIME * 1.2 * unit + gap;
  const isLarge = height >= 30 * unit;
  const titleBox: TextBox = {
    width: textWidth,
    height: summary === '' ? height * 0.9 - timeHeight : height * 0.5,
    max: (isLarge ? 7.4 : 5.8) * unit,
    min: 3.6 * unit,
    lineHeight: 1.16,
    maxLines: isLarge ? 3 : 2,
  };
  const summaryHeight = height * 0.92 - fitText(item.title, titleBox).height - timeHeight - gap;
  return row({ height, alignItems: 'center', flexShrink: 0, borderTop: `${Math.max(1, 0.2 * unit)}px solid ${palette.line}` }, [
    block({ width: 1 * unit, height: height * 0.7, marginRight: 2.4 * unit, borderRadius: 0.5 * unit, background: palette.accent }),
    column({ width: textWidth }, [
      textBlock(item.title, titleBox, { fontWeight: 600 }),
      textBlock(
        summary,
        { width: textWidth, height: summaryHeight, max: (isLarge ? 4.4 : 3.8) * unit, min: 3.4 * unit, lineHeight: 1.3, maxLines: 3 },
        { color: palette.soft, marginTop: gap },
      ),
      time === '' ? null : singleLine(time, TIME * unit, textWidth, { color: palette.soft, fontWeight: 500, marginTop: gap }),
    ]),
  ]);
}

/** Size of the time of a headline, in units. */
const TIME = 3.4;

/** The time of news of today, the date of older ones. */
function formatAge(instant: number, context: SourceContext): string {
  const isToday = getLocalDate(instant, context.zone) === getLocalDate(context.now, context.zone);
  return isToday ? formatClock(instant, context) : formatTime(instant, context, { weekday: 'short', day: 'numeric', month: 'short' });
}
