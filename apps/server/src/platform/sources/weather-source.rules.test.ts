import type { WeatherDocument } from '@vitrine/contract/sources';
import { expect, it } from 'vitest';
import { weatherSource } from './weather-source.ts';

const NOW = Date.UTC(2026, 10, 27, 11, 20);
const HOUR_MS = 3_600_000;
const settings = {
  kind: 'weather',
  provider: 'metNorway',
  place: 'Vienna',
  latitude: 48.208_174,
  longitude: 16.373_819,
  timeZone: 'Europe/Vienna',
};

/** Returns a response with hourly steps for two days, then a step every six hours. */
function createForecast(): object {
  const offsets = [...Array.from({ length: 48 }, (_, hour) => hour), ...Array.from({ length: 20 }, (_, index) => 48 + index * 6)];
  const timeseries = offsets.map((hour) => {
    const time = new Date(Date.UTC(2026, 10, 27, 10 + hour)).toISOString().replace('.000', '');
    const summary = {
      summary: { symbol_code: hour % 24 < 6 ? 'lightrainshowers_day' : 'clearsky_night' },
      details: { precipitation_amount: 0.5 },
    };
    const long = { ...summary, details: { precipitation_amount: 3, air_temperature_max: 9, air_temperature_min: -2.44 } };
    return {
      time,
      data: {
        instant: { details: { air_temperature: 5 + (hour % 24) / 10, wind_speed: 3 } },
        ...(hour < 48 && { next_1_hours: summary }),
        next_6_hours: long,
      },
    };
  });
  return { type: 'Feature', properties: { timeseries } };
}

const read = async (data: unknown) =>
  (await weatherSource.createDocument({
    settings,
    body: Buffer.from(JSON.stringify(data)),
    contentType: 'application/json',
    now: NOW,
  })) as WeatherDocument;

it('requests the place with four decimals, as the terms of MET Norway require', () => {
  expect(weatherSource.fetch(settings, null)?.address).toBe(
    'https://api.met.no/weatherapi/locationforecast/2.0/complete?lat=48.2082&lon=16.3738',
  );
});

it('presents hours from now on and days of the place, with the attribution', async () => {
  const { hours, days, attribution } = await read(createForecast());
  expect(attribution).toBe('Weather data from MET Norway');
  expect(hours[0]).toEqual({ at: Date.UTC(2026, 10, 27, 11), celsius: 5.1, condition: 'rain', isNight: false, windMetresPerSecond: 3 });
  expect(hours.every(({ at }, index) => index === 0 || at > (hours[index - 1]?.at ?? 0))).toBe(true);
  expect(hours[0] && hours[0].at > NOW - HOUR_MS).toBe(true);
  expect(days[0]).toEqual({ date: '2026-11-27', minCelsius: -2.4, maxCelsius: 9, condition: 'clear', precipitationMm: 6.5 });
  expect(days.map(({ date }) => date).slice(0, 3)).toEqual(['2026-11-27', '2026-11-28', '2026-11-29']);
});

it.each([{}, { properties: { timeseries: [{ time: 'now' }] } }, { properties: { timeseries: Array(501).fill({}) } }, null])(
  'refuses a response of another form',
  async (data) => {
    await expect(read(data)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  },
);

it('refuses a place outside of the world', () => {
  expect(() => weatherSource.validate({ ...settings, latitude: 91 })).toThrow();
});
