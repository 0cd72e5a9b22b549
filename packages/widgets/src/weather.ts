import type { WeatherDocument } from '@vitrine/contract/sources';
import type { SourceSettingsOf } from '@vitrine/contract/widgets';
import { getLocalDate } from '@vitrine/playback';
import { column, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { getPalette, type Palette } from './palettes.ts';
import { describeAge, drawFooter, drawFrame, drawMessage, earliestOf, formatTime, type SourceContext } from './source-context.ts';
import { singleLine, textBlock } from './text-fit.ts';
import { drawWeatherIcon, WEATHER_NAMES } from './weather-icons.ts';

/** A forecast changes slowly. */
const AGE_MATTERS_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;
/** An hour of the forecast is shown as the weather now for at most this long. Later hours are six apart. */
const HOUR_APPLIES_MS = 6 * 3_600_000;
const MAX_DAYS = 5;

interface Look {
  unit: number;
  palette: Palette;
  unitOfTemperature: 'celsius' | 'fahrenheit';
  context: SourceContext;
}

/** Draws the weather at a place now and on the next days, with the attribution that its provider requires. */
export function drawWeather(settings: SourceSettingsOf<'weather'>, document: WeatherDocument, context: SourceContext): Drawing {
  const palette = getPalette('weather', settings.theme);
  const current = document.hours.filter(({ at }) => at <= context.now).pop() ?? document.hours[0];
  const today = getLocalDate(context.now, document.timeZone);
  const days = document.days.filter(({ date }) => date >= today).slice(0, MAX_DAYS);
  const age = describeAge(context, AGE_MATTERS_MS);
  if (!current || days.length === 0 || context.now >= current.at + HOUR_APPLIES_MS)
    return drawMessage(`${document.place}: no current weather data`, context, palette);
  const look: Look = { unit: getUnit(context), palette, unitOfTemperature: settings.unit, context };
  const { unit } = look;
  const margin = 7 * unit;
  const inner = { width: context.size.width - 2 * margin, height: context.size.height - 2 * margin - 4 * unit };
  const isUpright = isPortrait(context);
  const nowBox = isUpright ? { width: inner.width, height: inner.height * 0.52 } : { width: inner.width * 0.48, height: inner.height };
  const daysBox = isUpright ? { width: inner.width, height: inner.height * 0.48 } : { width: inner.width * 0.48, height: inner.height };
  const tree = drawFrame(context, { background: palette.background, color: palette.text }, margin, [
    column({ ...inner, flexDirection: isUpright ? 'column' : 'row', justifyContent: 'space-between', flexShrink: 0 }, [
      drawNow(document.place, current, nowBox, look),
      column(
        { ...daysBox, justifyContent: 'center', flexShrink: 0 },
        days.map((day, index) =>
          drawDay(day, index, { width: daysBox.width, height: Math.min(15 * unit, daysBox.height / days.length) }, look),
        ),
      ),
    ]),
    drawFooter(document.attribution, age, context, palette),
  ]);
  const nextHour = document.hours.find(({ at }) => at > context.now)?.at ?? current.at + HOUR_APPLIES_MS;
  return { tree, until: earliestOf([nextHour, age.until, findMidnight(context, document)]) };
}

/** Returns the next hour at which it is another day at the place. Offsets of zones are less than a day, and weather has whole hours. */
function findMidnight({ now }: SourceContext, { timeZone }: WeatherDocument): number | null {
  const today = getLocalDate(now, timeZone);
  const start = Math.floor(now / 900_000) * 900_000;
  for (let instant = start + 900_000; instant <= start + DAY_MS + 7_200_000; instant += 900_000)
    if (getLocalDate(instant, timeZone) !== today) return instant;
  return null;
}

function drawNow(
  place: string,
  { celsius, condition, isNight }: WeatherDocument['hours'][number],
  box: { width: number; height: number },
  look: Look,
): WidgetNode {
  const { unit, palette } = look;
  return column({ ...box, justifyContent: 'center', flexShrink: 0 }, [
    textBlock(
      place,
      { width: box.width, height: 12 * unit, max: 7 * unit, min: 4 * unit, lineHeight: 1.1, maxLines: 2 },
      { fontWeight: 700, marginBottom: 2 * unit },
    ),
    row({ alignItems: 'center' }, [
      drawWeatherIcon(condition, isNight, Math.min(30 * unit, box.width * 0.4), palette),
      textBlock(
        formatTemperature(celsius, look),
        { width: box.width * 0.56, height: 30 * unit, max: 25 * unit, min: 10 * unit, lineHeight: 1.1, maxLines: 1 },
        { fontWeight: 700, marginLeft: 3 * unit },
      ),
    ]),
    singleLine(WEATHER_NAMES[condition], 5.4 * unit, box.width, { color: palette.soft, fontWeight: 500, marginTop: 2 * unit }),
  ]);
}

function drawDay(
  day: WeatherDocument['days'][number],
  index: number,
  { width, height }: { width: number; height: number },
  look: Look,
): WidgetNode {
  const { unit, palette, context } = look;
  const icon = Math.min(9 * unit, height * 0.8);
  const cell = 13 * unit;
  const nameWidth = width - icon - 2 * cell - 2 * unit;
  const name =
    index === 0
      ? 'Today'
      : formatTime(Date.parse(`${day.date}T12:00:00Z`), { ...context, zone: 'UTC' }, { weekday: nameWidth > 30 * unit ? 'long' : 'short' });
  return row(
    {
      width,
      height,
      alignItems: 'center',
      flexShrink: 0,
      ...(index > 0 && { borderTop: `${Math.max(1, 0.2 * unit)}px solid ${palette.line}` }),
    },
    [
      row({ width: nameWidth, flexShrink: 0 }, [singleLine(name, 4.6 * unit, nameWidth, { fontWeight: 600 })]),
      drawWeatherIcon(day.condition, false, icon, palette),
      row({ width: cell, justifyContent: 'flex-end', flexShrink: 0 }, [
        singleLine(formatTemperature(day.maxCelsius, look), 5 * unit, cell, { fontWeight: 700 }),
      ]),
      row({ width: cell, justifyContent: 'flex-end', flexShrink: 0 }, [
        singleLine(formatTemperature(day.minCelsius, look), 5 * unit, cell, { color: palette.soft, fontWeight: 500 }),
      ]),
    ],
  );
}

/** Whole degrees, with the minus sign of typography and never minus zero. */
function formatTemperature(celsius: number, { unitOfTemperature }: Look): string {
  const degrees = Math.round(unitOfTemperature === 'celsius' ? celsius : celsius * 1.8 + 32);
  return `${degrees < 0 ? '−' : ''}${Math.abs(degrees)}°`;
}
