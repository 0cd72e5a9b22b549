import { SOURCE_LIMITS, type WeatherCondition, weatherDocument, weatherSourceSettings } from '@vitrine/contract/sources';
import { getLocalDate } from '@vitrine/playback';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { decodeText, defineSourceKind, takeShare } from './source-kind.ts';
import { parseJson } from './table-source.ts';

const HOUR_MS = 3_600_000;
const ATTRIBUTION = 'Weather data from MET Norway';

const period = (hours: number) =>
  z
    .object({
      summary: z.object({ symbol_code: z.string().max(60) }).optional(),
      details: z
        .object({
          precipitation_amount: z.number().optional(),
          air_temperature_max: z.number().optional(),
          air_temperature_min: z.number().optional(),
        })
        .optional(),
    })
    .optional()
    .transform((value) => value && { ...value, hours });

const forecast = z.object({
  properties: z.object({
    timeseries: z
      .array(
        z.object({
          time: z.iso.datetime().transform((text) => Date.parse(text)),
          data: z.object({
            instant: z.object({ details: z.object({ air_temperature: z.number(), wind_speed: z.number().optional() }) }),
            next_1_hours: period(1),
            next_6_hours: period(6),
            next_12_hours: period(12),
          }),
        }),
      )
      .max(500),
  }),
});
type Step = z.infer<typeof forecast>['properties']['timeseries'][number];

/** The words of symbol codes such as `lightrainshowersandthunder_day`, the most important first. */
const CONDITIONS: readonly (readonly [word: string, condition: WeatherCondition])[] = [
  ['thunder', 'thunder'],
  ['sleet', 'sleet'],
  ['snow', 'snow'],
  ['rain', 'rain'],
  ['fog', 'fog'],
  ['partlycloudy', 'partlyCloudy'],
  ['fair', 'partlyCloudy'],
  ['clearsky', 'clear'],
];

/**
 * Weather from the Norwegian Meteorological Institute: worldwide, without a key and free for every purpose with attribution (CC BY 4.0). Its terms require a
 * User-Agent with contact details, at most four decimals in coordinates, and requests with If-Modified-Since (https://api.met.no/doc/TermsOfService).
 */
export const weatherSource = defineSourceKind({
  settings: weatherSourceSettings,
  document: weatherDocument,
  maxBytes: 1_000_000,
  fetch: ({ latitude, longitude }) => ({
    address: `https://api.met.no/weatherapi/locationforecast/2.0/complete?lat=${latitude.toFixed(4)}&lon=${longitude.toFixed(4)}`,
    accept: 'application/json',
  }),
  parse: async ({ body, contentType }) => {
    const parsed = forecast.safeParse(parseJson(decodeText(body, contentType)));
    if (!parsed.success)
      throw new AppError('SOURCE_INVALID', 'The weather service sent data that can’t be read. Try again later.', { cause: parsed.error });
    return parsed.data.properties.timeseries;
  },
  present: (steps, { settings: { place, timeZone }, now }, share) => ({
    kind: 'weather',
    place,
    attribution: ATTRIBUTION,
    timeZone,
    hours: takeShare(listHours(steps, now), share),
    days: listDays(steps, now, timeZone),
  }),
});

const nextPeriod = ({ data }: Step) => data.next_1_hours ?? data.next_6_hours ?? data.next_12_hours;
const symbolOf = (step: Step): string => nextPeriod(step)?.summary?.symbol_code ?? '';
const toCondition = (symbol: string): WeatherCondition => CONDITIONS.find(([word]) => symbol.includes(word))?.[1] ?? 'cloudy';
const round = (value: number): number => Math.round(value * 10) / 10;

function listHours(steps: readonly Step[], now: number) {
  return steps
    .filter(({ time }) => time > now - HOUR_MS)
    .slice(0, SOURCE_LIMITS.weatherHours)
    .map((step) => ({
      at: step.time,
      celsius: round(step.data.instant.details.air_temperature),
      condition: toCondition(symbolOf(step)),
      isNight: symbolOf(step).endsWith('_night'),
      windMetresPerSecond: step.data.instant.details.wind_speed ?? null,
    }));
}

/** Days by the clock of the place. The weather around noon is the weather of a day. */
function listDays(steps: readonly Step[], now: number, timeZone: string) {
  const byDate = new Map<string, Step[]>();
  for (const step of steps) {
    const date = getLocalDate(step.time, timeZone);
    byDate.set(date, [...(byDate.get(date) ?? []), step]);
  }
  const today = getLocalDate(now, timeZone);
  return [...byDate]
    .filter(([date, all]) => date >= today && all.some((step) => symbolOf(step) !== ''))
    .slice(0, SOURCE_LIMITS.weatherDays)
    .map(([date, all]) => {
      const temperatures = all.flatMap(({ data: { instant, next_6_hours: six } }) =>
        [instant.details.air_temperature, six?.details?.air_temperature_max, six?.details?.air_temperature_min].filter(
          (value) => value !== undefined,
        ),
      );
      const middle = all.filter((step) => symbolOf(step) !== '');
      return {
        date,
        minCelsius: round(Math.min(...temperatures)),
        maxCelsius: round(Math.max(...temperatures)),
        condition: toCondition(symbolOf(middle[Math.floor(middle.length / 2)] ?? (all[0] as Step))),
        precipitationMm: round(sumPrecipitation(all)),
      };
    });
}

/** Periods overlap where steps are an hour apart, so each instant counts once. */
function sumPrecipitation(steps: readonly Step[]): number {
  let [sum, until] = [0, 0];
  for (const step of steps) {
    const next = nextPeriod(step);
    if (!next || step.time < until) continue;
    sum += next.details?.precipitation_amount ?? 0;
    until = step.time + next.hours * HOUR_MS;
  }
  return sum;
}
