import type { SettingsOf } from '@vitrine/contract/widgets';
import { findFirstInstantAt } from '@vitrine/playback';
import { column, type DrawContext, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { getPalette, type Palette } from './palettes.ts';
import { fitText, textBlock } from './text-fit.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Part {
  value: number;
  name: string;
}

/** Returns the two or three largest parts that a viewer can follow: days and hours, or hours, minutes and seconds on the last day. */
function splitTime(remainingMs: number): { parts: Part[]; stepMs: number } {
  const count = (unitMs: number, limit: number) => Math.floor(remainingMs / unitMs) % limit;
  const days = Math.floor(remainingMs / DAY_MS);
  const named = (value: number, singular: string): Part => ({ value, name: value === 1 ? singular : `${singular}s` });
  if (days > 0)
    return { parts: [named(days, 'day'), named(count(HOUR_MS, 24), 'hour'), named(count(MINUTE_MS, 60), 'minute')], stepMs: MINUTE_MS };
  return {
    parts: [named(count(HOUR_MS, 24), 'hour'), named(count(MINUTE_MS, 60), 'minute'), named(count(SECOND_MS, 60), 'second')],
    stepMs: SECOND_MS,
  };
}

/** Draws the time until a moment by the screen's clock, and the final text from then on. */
export function drawCountdown(settings: SettingsOf<'countdown'>, context: DrawContext): Drawing {
  const [date = '', time = ''] = settings.target.split('T');
  const target = findFirstInstantAt(date, time, context.zone);
  const remainingMs = target - context.now;
  const palette = getPalette('countdown', settings.theme);
  const unit = getUnit(context);
  const { width, height } = context.size;
  const inner = { width: width - 16 * unit, height: height - 16 * unit };
  const frame = {
    width,
    height,
    alignItems: 'center',
    justifyContent: 'center',
    background: palette.background,
    color: palette.text,
    overflow: 'hidden',
  };
  if (remainingMs <= 0) {
    const text = settings.doneText || settings.title;
    return {
      tree: column(frame, [
        textBlock(text, { ...inner, max: 18 * unit, min: 5 * unit, lineHeight: 1.1 }, { fontWeight: 700, alignItems: 'center' }),
      ]),
      until: null,
    };
  }
  // A started second counts as a whole one, so that the last second shown is 1.
  const shownMs = Math.ceil(remainingMs / SECOND_MS) * SECOND_MS;
  const { parts, stepMs } = splitTime(shownMs);
  const tree = column(frame, [
    textBlock(
      settings.title,
      { width: inner.width, height: inner.height * 0.34, max: 10 * unit, min: 4 * unit, lineHeight: 1.12 },
      { fontWeight: 600, alignItems: 'center', marginBottom: 6 * unit },
    ),
    drawParts(parts, { unit, width: inner.width, isUpright: isPortrait(context), palette }),
  ]);
  return { tree, until: target - Math.floor(shownMs / stepMs) * stepMs + SECOND_MS };
}

interface PartsLayout {
  unit: number;
  /** Pixels for all parts. */
  width: number;
  isUpright: boolean;
  palette: Palette;
}

/** Draws the parts in boxes next to each other. Three digits need more width than upright screens have, so the boxes are stacked there. */
function drawParts(parts: readonly Part[], { unit, width, isUpright, palette }: PartsLayout): WidgetNode {
  const isStacked = isUpright && parts.some(({ value }) => value > 99);
  const boxWidth = isStacked ? width : (width - 4 * unit * (parts.length - 1)) / parts.length;
  const box = { width: boxWidth * 0.84, height: 26 * unit, max: 24 * unit, min: 6 * unit, lineHeight: 1.05 };
  const fontSize = Math.min(...parts.map(({ value }) => fitText(format(value), box).fontSize));
  const drawPart = ({ value, name }: Part, index: number): WidgetNode =>
    column(
      {
        width: boxWidth,
        alignItems: 'center',
        padding: `${3 * unit}px 0`,
        background: palette.surface,
        borderRadius: 3 * unit,
        marginLeft: index > 0 && !isStacked ? 4 * unit : 0,
        marginTop: index > 0 && isStacked ? 3 * unit : 0,
      },
      [
        { style: { display: 'flex', fontSize, lineHeight: 1.05, fontWeight: 700, color: palette.accent }, text: format(value) },
        { style: { display: 'flex', fontSize: 4 * unit, lineHeight: 1.3, color: palette.soft }, text: name },
      ],
    );
  return row({ flexDirection: isStacked ? 'column' : 'row' }, parts.map(drawPart));
}

const format = (value: number): string => String(value).padStart(2, '0');
