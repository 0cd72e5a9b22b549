import type { SourceDocument } from '@vitrine/contract/sources';
import { getLocalDate, getWallClock } from '@vitrine/playback';
import { formatReading } from './format-time.ts';
import { column, type DrawContext, type Drawing, earliest, getUnit, type WidgetNode } from './node.ts';
import type { Palette } from './palettes.ts';
import { estimateWidth, singleLine, textBlock } from './text-fit.ts';

/** The data of a source, and how old it is. */
export interface SourceState {
  /** Null until the first data has arrived. */
  document: SourceDocument | null;
  /** Instant up to which the data is known to be current, in epoch milliseconds; null while it is. */
  currentUntil: number | null;
}

export interface SourceContext extends DrawContext {
  /** The viewer prefers pages to motion. */
  reducedMotion: boolean;
  currentUntil: number | null;
}

type FormatOptions = Intl.DateTimeFormatOptions;

/** Formats the wall clock of the screen at an instant. */
export const formatTime = (instant: number, { zone, language }: DrawContext, options: FormatOptions): string =>
  formatReading(getWallClock(instant, zone), language, options);

const CLOCK: FormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
export const formatClock = (instant: number, context: DrawContext): string => formatTime(instant, context, CLOCK);

/** A note of the age of the data, and when it appears. */
export interface DataAge {
  text: string;
  /** Instant at which the note appears; null when it is shown or not needed. */
  until: number | null;
}

/** Returns such as 'as of 14:20' once the data has been out of date for `afterMs`, with the date from the next day on. */
export function describeAge(context: SourceContext, afterMs: number): DataAge {
  const { currentUntil, now, zone } = context;
  if (currentUntil === null) return { text: '', until: null };
  if (now < currentUntil + afterMs) return { text: '', until: currentUntil + afterMs };
  const isToday = getLocalDate(currentUntil, zone) === getLocalDate(now, zone);
  const text = formatTime(currentUntil, context, isToday ? CLOCK : { day: 'numeric', month: 'short', ...CLOCK });
  return { text: `as of ${text}`, until: isToday ? now + 60_000 : null };
}

/** Height of the line at the bottom, in units. */
const FOOTER = 5;

/** The line at the bottom: a note on the left, the age of the data on the right. */
export function drawFooter(note: string, { text }: DataAge, context: SourceContext, palette: Palette): WidgetNode | null {
  if (note === '' && text === '') return null;
  const unit = getUnit(context);
  const width = context.size.width - 14 * unit;
  const ageWidth = estimateWidth(text) * 2.8 * unit;
  return column(
    {
      position: 'absolute',
      left: 7 * unit,
      right: 7 * unit,
      bottom: 2 * unit,
      height: FOOTER * unit,
      flexDirection: 'row',
      alignItems: 'center',
      justifyContent: 'space-between',
    },
    [
      textBlock(
        note,
        { width: width - ageWidth - 2 * unit, height: 4 * unit, max: 2.8 * unit, min: 1.6 * unit, maxLines: 1 },
        { color: palette.soft },
      ) ?? column({}, []),
      singleLine(text, 2.8 * unit, ageWidth + unit, { color: palette.soft, fontWeight: 600 }),
    ],
  );
}

/** The whole widget on its background. */
export function drawFrame(
  { size }: DrawContext,
  { background, color }: { background: string; color: string },
  padding: number,
  children: readonly (WidgetNode | null)[],
): WidgetNode {
  return column({ position: 'relative', width: size.width, height: size.height, padding, background, color, overflow: 'hidden' }, children);
}

/** Drawn instead of a widget without data. */
export function drawMessage(text: string, context: SourceContext, palette: Palette): Drawing {
  const unit = getUnit(context);
  const { width, height } = context.size;
  const tree = drawFrame(context, { background: palette.background, color: palette.soft }, 8 * unit, [
    column({ flexGrow: 1, alignItems: 'center', justifyContent: 'center' }, [
      textBlock(text, { width: width - 16 * unit, height: height - 16 * unit, max: 6 * unit, min: 3 * unit }, { alignItems: 'center' }),
    ]),
  ]);
  return { tree, until: null };
}

/** Returns the earliest of several instants, or null when all are missing. */
export const earliestOf = (instants: readonly (number | null)[]): number | null => instants.reduce(earliest, null);
