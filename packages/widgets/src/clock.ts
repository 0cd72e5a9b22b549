import type { SettingsOf } from '@vitrine/contract/widgets';
import { getWallClock } from '@vitrine/playback';
import { formatReading } from './format-time.ts';
import { block, column, type DrawContext, type Drawing, getUnit, row, type WidgetNode } from './node.ts';
import { getPalette, type Palette } from './palettes.ts';
import { estimateWidth, textBlock } from './text-fit.ts';

const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** Draws a clock with digits or hands, and the date. */
export function drawClock(settings: SettingsOf<'clock'>, context: DrawContext): Drawing {
  const palette = getPalette('clock', settings.theme);
  const unit = getUnit(context);
  const { width, height } = context.size;
  // The reading has the digits of the wall clock in UTC, so every format below uses UTC.
  const reading = getWallClock(context.now, settings.timeZone ?? context.zone);
  const isAnalogue = settings.face === 'analogue';
  const date = settings.showDate ? formatReading(reading, context.language, DAY) : '';
  const inner = width - 16 * unit;
  const tree = column(
    {
      width,
      height,
      alignItems: 'center',
      justifyContent: 'center',
      background: palette.background,
      color: palette.text,
      overflow: 'hidden',
    },
    [
      textBlock(
        settings.label,
        { width: inner, height: 9 * unit, max: 6 * unit, min: 3.4 * unit },
        { color: palette.accent, fontWeight: 600, alignItems: 'center', marginBottom: 3 * unit },
      ),
      isAnalogue
        ? drawFace(reading, settings.showSeconds, Math.min(width, height) * (date === '' && settings.label === '' ? 0.84 : 0.66), palette)
        : drawDigits(reading, settings, { width: inner, max: 40 * unit }),
      textBlock(
        date,
        { width: inner, height: 14 * unit, max: 7 * unit, min: 3.4 * unit },
        { color: palette.soft, alignItems: 'center', marginTop: 4 * unit },
      ),
    ],
  );
  const step = settings.showSeconds ? SECOND_MS : MINUTE_MS;
  // Offsets of time zones are whole minutes, so minutes of the wall clock begin at whole minutes.
  return { tree, until: (Math.floor(context.now / step) + 1) * step };
}

/** Draws the time. If it has seconds, each digit has a box of the same width, so that the other digits stay where they are. */
function drawDigits(
  reading: number,
  { hours, showSeconds }: SettingsOf<'clock'>,
  { width, max }: { width: number; max: number },
): WidgetNode {
  const date = new Date(reading);
  const hour = date.getUTCHours();
  const shownHour = hours === '12' ? String(hour % 12 || 12) : String(hour).padStart(2, '0');
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  const seconds = showSeconds ? `:${String(date.getUTCSeconds()).padStart(2, '0')}` : '';
  const text = `${shownHour}:${minutes}${seconds}`;
  const suffix = hours === '12' ? (hour < 12 ? 'am' : 'pm') : '';
  const suffixEm = suffix === '' ? 0 : estimateWidth(suffix) * 0.3 + 0.2;
  const widthOf = (character: string) => (character === ':' ? COLON_EM : DIGIT_EM);
  const textEm = Array.from(text, widthOf).reduce((sum, part) => sum + part, suffixEm);
  const fontSize = Math.min(max, width / textEm);
  const drawCharacter = (character: string): WidgetNode => ({
    style: { display: 'flex', justifyContent: 'center', width: fontSize * widthOf(character) },
    text: character,
  });
  const characters = showSeconds ? Array.from(text, drawCharacter) : [{ style: { display: 'flex' }, text }];
  return row({ fontSize, fontWeight: 600, lineHeight: 1, alignItems: 'flex-end', flexShrink: 0 }, [
    ...characters,
    suffix === ''
      ? null
      : {
          style: { display: 'flex', fontSize: fontSize * 0.3, lineHeight: 1.4, marginLeft: fontSize * 0.1, fontWeight: 500 },
          text: suffix,
        },
  ]);
}

const DIGIT_EM = 0.64;
const COLON_EM = 0.32;

function drawFace(reading: number, showSeconds: boolean, side: number, palette: Palette): WidgetNode {
  const date = new Date(reading);
  const seconds = date.getUTCSeconds();
  const minutes = date.getUTCMinutes() + (showSeconds ? seconds / 60 : 0);
  const hours = (date.getUTCHours() % 12) + minutes / 60;
  const marks = Array.from({ length: 12 }, (_, index) =>
    drawHand(index * 30, side, {
      from: 0.4,
      to: index % 3 === 0 ? 0.465 : 0.445,
      thickness: index % 3 === 0 ? 0.016 : 0.008,
      color: palette.soft,
    }),
  );
  return column({ position: 'relative', width: side, height: side, flexShrink: 0, borderRadius: side / 2, background: palette.surface }, [
    ...marks,
    drawHand(hours * 30, side, { from: -0.06, to: 0.26, thickness: 0.032, color: palette.text }),
    drawHand(minutes * 6, side, { from: -0.06, to: 0.39, thickness: 0.022, color: palette.text }),
    showSeconds ? drawHand(seconds * 6, side, { from: -0.09, to: 0.41, thickness: 0.008, color: palette.accent }) : null,
    block({
      position: 'absolute',
      left: side * 0.475,
      top: side * 0.475,
      width: side * 0.05,
      height: side * 0.05,
      borderRadius: side * 0.025,
      background: palette.accent,
    }),
  ]);
}

interface Hand {
  /** Distances from the centre, as parts of the diameter. */
  from: number;
  to: number;
  thickness: number;
  color: string;
}

/** A bar that points away from the centre, by degrees clockwise from the top. */
function drawHand(degrees: number, side: number, { from, to, thickness, color }: Hand): WidgetNode {
  const length = (to - from) * side;
  const width = thickness * side;
  const middle = ((from + to) / 2) * side;
  const radians = (degrees * Math.PI) / 180;
  return block({
    position: 'absolute',
    left: side / 2 + Math.sin(radians) * middle - width / 2,
    top: side / 2 - Math.cos(radians) * middle - length / 2,
    width,
    height: length,
    borderRadius: width / 2,
    background: color,
    transform: `rotate(${degrees}deg)`,
  });
}
