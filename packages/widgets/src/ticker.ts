import type { FeedDocument } from '@vitrine/contract/sources';
import type { SourceSettingsOf } from '@vitrine/contract/widgets';
import { block, column, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { findCurrentPage } from './pages.ts';
import { getPalette, type Palette } from './palettes.ts';
import { describeAge, drawMessage, earliestOf, type SourceContext } from './source-context.ts';
import { estimateWidth, singleLine, textBlock } from './text-fit.ts';

const AGE_MATTERS_MS = 3_600_000;
/** Em per second. Four words a second can be read. */
const SPEEDS = { slow: 2.4, normal: 3.6, fast: 5 } as const;
const MAX_ITEMS = 20;
/** Space between two headlines, in em. */
const GAP_EM = 2;

/** Draws headlines on one line that moves to the left, or takes turns in pages when the viewer prefers no motion. */
export function drawTicker(settings: SourceSettingsOf<'ticker'>, document: FeedDocument, context: SourceContext): Drawing {
  const palette = getPalette('ticker', settings.theme);
  const { width, height } = context.size;
  const titles = document.items.slice(0, MAX_ITEMS).map(({ title }) => title);
  if (titles.length === 0) return drawMessage('No headlines at the moment', context, palette);
  const barHeight = Math.min(height, Math.max(width, height) * 0.09);
  const fontSize = barHeight * 0.46;
  const age = describeAge(context, AGE_MATTERS_MS);
  const ageWidth = age.text === '' ? 0 : estimateWidth(age.text) * fontSize * 0.6 + fontSize;
  const box = { width: width - ageWidth, fontSize, palette };
  const strip = context.reducedMotion ? drawPage(titles, box, context) : drawStrip(titles, settings.speed, box, context);
  const stage = drawCurrent(document, { width, height: height - barHeight }, context, palette);
  const tree = column(
    {
      position: 'relative',
      width,
      height,
      justifyContent: 'flex-end',
      background: palette.background,
      color: palette.text,
      overflow: 'hidden',
    },
    [
      stage.node,
      row({ width, height: barHeight, flexShrink: 0, alignItems: 'center', background: palette.surface }, [
        row({ width: box.width, height: barHeight, overflow: 'hidden', alignItems: 'center', flexShrink: 0 }, [strip.node]),
        age.text === ''
          ? null
          : row({ width: ageWidth, flexShrink: 0, justifyContent: 'center' }, [
              singleLine(age.text, fontSize * 0.6, ageWidth, { color: palette.soft, fontWeight: 600 }),
            ]),
      ]),
    ],
  );
  return { tree, until: earliestOf([strip.until, stage.until, age.until]) };
}

interface Bar {
  width: number;
  fontSize: number;
  palette: Palette;
}

interface Strip {
  node: WidgetNode;
  until: number | null;
}

/** Fills the room above the bar with the headlines in turn. A low box, such as a zone at the bottom of a screen, contains the bar only. */
function drawCurrent(
  { title, items }: FeedDocument,
  { width, height }: { width: number; height: number },
  context: SourceContext,
  palette: Palette,
): { node: WidgetNode | null; until: number | null } {
  const unit = getUnit(context);
  if (height < 50 * unit) return { node: null, until: null };
  const current = findCurrentPage(Math.min(items.length, MAX_ITEMS), context);
  const item = items[current.index];
  const margin = 9 * unit;
  const inner = { width: width - 2 * margin, height: height - 2 * margin };
  const node = column({ width, height, padding: margin, justifyContent: 'center', flexShrink: 0 }, [
    title === '' ? null : singleLine(title, 4.4 * unit, inner.width, { color: palette.accent, fontWeight: 700, marginBottom: 3 * unit }),
    textBlock(
      item?.title ?? '',
      {
        width: inner.width,
        height: inner.height * 0.55,
        max: 11 * unit,
        min: 5 * unit,
        lineHeight: 1.12,
        maxLines: isPortrait(context) ? 8 : 4,
      },
      { fontWeight: 700 },
    ),
    textBlock(
      item?.summary ?? '',
      {
        width: inner.width,
        height: inner.height * 0.25,
        max: 4.6 * unit,
        min: 3.6 * unit,
        lineHeight: 1.35,
        maxLines: isPortrait(context) ? 6 : 3,
      },
      { color: palette.soft, marginTop: 3 * unit },
    ),
  ]);
  return { node, until: current.until };
}

/** The strip is repeated until it fills the bar at every position of the loop. */
function drawStrip(
  titles: readonly string[],
  speed: SourceSettingsOf<'ticker'>['speed'],
  { width, fontSize, palette }: Bar,
  { now }: SourceContext,
): Strip {
  const widths = titles.map((title) => (estimateWidth(title) + GAP_EM) * fontSize);
  const distance = widths.reduce((sum, part) => sum + part, 0);
  const durationMs = Math.round((distance / (SPEEDS[speed] * fontSize)) * 1000);
  const copies = Math.min(30, Math.ceil(width / distance) + 1);
  const dot = fontSize * 0.24;
  const drawTitle = (title: string, index: number): WidgetNode =>
    row({ width: widths[index] ?? 0, flexShrink: 0, alignItems: 'center' }, [
      block({
        width: dot,
        height: dot,
        borderRadius: dot / 2,
        marginLeft: fontSize * 0.7,
        marginRight: fontSize * 0.7,
        background: palette.accent,
      }),
      { style: { display: 'flex', whiteSpace: 'pre', fontSize, lineHeight: 1.3, fontWeight: 600, flexShrink: 0 }, text: title },
    ]);
  const position = ((now % durationMs) / durationMs) * distance;
  const node = row(
    { flexShrink: 0, transform: `translateX(${-position}px)` },
    Array.from({ length: copies }).flatMap(() => titles.map(drawTitle)),
  );
  return { node: { ...node, motion: { distance, durationMs } }, until: null };
}

function drawPage(titles: readonly string[], { width, fontSize, palette }: Bar, context: SourceContext): Strip {
  const current = findCurrentPage(titles.length, context);
  const inner = width - fontSize * 3;
  const dot = fontSize * 0.24;
  const node = row({ alignItems: 'center', flexShrink: 0 }, [
    block({
      width: dot,
      height: dot,
      borderRadius: dot / 2,
      marginLeft: fontSize,
      marginRight: fontSize * 0.7,
      background: palette.accent,
    }),
    textBlock(
      titles[current.index] ?? '',
      { width: inner, height: fontSize * 1.9, max: fontSize, min: fontSize * 0.62, lineHeight: 1.15 },
      { fontWeight: 600 },
    ),
  ]);
  return { node, until: current.until };
}
