/** Local times in zones whose rules changed after the browser's release. The screen uses the server's table of offsets. */
import path from 'node:path';
import { expect } from '@playwright/test';
import { tabulateOffsets, type Zone } from '@vitrine/playback';
import { rolldown } from 'rolldown';
import { BROWSER_TARGET } from '../../apps/screen/build/browser-target.ts';
import { test } from '../product-test.ts';
import { chooseBrowsers, formatTitle } from './browser-choice.ts';
import { runInBrowser, type ScreenBrowser } from './screen-browser.ts';

const ZONES = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Asuncion',
  'America/Mexico_City',
  'America/Nuuk',
  'America/Sao_Paulo',
  'Antarctica/Casey',
  'Asia/Almaty',
  'Asia/Amman',
  'Asia/Beirut',
  'Asia/Damascus',
  'Asia/Tehran',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Europe/Kyiv',
  'Europe/Volgograd',
  'Pacific/Apia',
];
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

interface Reading {
  timeZone: string;
  instant: number;
  zone: Zone;
  expected: number;
}

/** Returns the readings of every zone now, in the next winter and summer, and a minute after the zone's next change (or in half a year). */
function expectReadings(now: number): Reading[] {
  const until = now + 2 * YEAR_MS;
  return ZONES.flatMap((timeZone) => {
    const table = tabulateOffsets(timeZone, now - YEAR_MS, until);
    if (!table) throw new Error(`Node does not know ${timeZone}.`);
    const change = table.periods.map(([start]) => start).find((start) => start > now) ?? now + YEAR_MS / 2;
    const instants = [now, findNextMonth(now, 0), findNextMonth(now, 6), change + MINUTE_MS];
    return instants.map((instant) => ({
      timeZone,
      instant,
      zone: { timeZone, utcOffsets: table },
      expected: readWithNode(instant, timeZone),
    }));
  });
}

/** Returns noon in UTC on the 15th of the next occurrence of a month (0 is January). */
function findNextMonth(now: number, month: number): number {
  const year = new Date(now).getUTCFullYear();
  const thisYear = Date.UTC(year, month, 15, 12);
  return thisYear > now ? thisYear : Date.UTC(year + 1, month, 15, 12);
}

/** Returns the local time by Node's rules, rounded down to the minute. It does not use the code under test. */
function readWithNode(instant: number, timeZone: string): number {
  const text = new Date(instant).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** Builds the screen's clock for the screen's browsers, as one script that defines `wallClock`. */
async function buildWallClock(): Promise<string> {
  const input = path.join(import.meta.dirname, '../../packages/playback/src/wall-clock.ts');
  const bundle = await rolldown({ input, transform: { target: BROWSER_TARGET } });
  const { output } = await bundle.generate({ format: 'iife', name: 'wallClock' });
  await bundle.close();
  return output[0].code;
}

async function readInBrowser(
  browser: ScreenBrowser,
  script: string,
  readings: readonly { instant: number; zone: Zone }[],
): Promise<number[]> {
  return browser.evaluate(`(function () {
    ${script}
    return ${JSON.stringify(readings)}.map(function (reading) { return Math.floor(wallClock.getWallClock(reading.instant, reading.zone) / 60000) * 60000; });
  })()`);
}

for (const choice of chooseBrowsers()) {
  test(`reads clocks by the server's offsets in ${formatTitle(choice)}`, async () => {
    test.skip(choice.missing !== null, choice.missing ?? '');
    test.setTimeout(120_000);
    const script = await buildWallClock();
    const readings = expectReadings(Date.now());
    await runInBrowser(await choice.start(), async (browser) => {
      await browser.open('data:text/html,<!doctype html>');
      const findWrong = (read: number[]) =>
        readings.flatMap(({ timeZone, instant, expected }, index) =>
          read[index] === expected ? [] : [`${timeZone} at ${new Date(instant).toISOString()}: ${(read[index] ?? 0) - expected} ms`],
        );
      const withoutTable = readings.map(({ instant, timeZone }) => ({ instant, zone: timeZone }));
      const wrongWithoutTable = findWrong(await readInBrowser(browser, script, withoutTable));
      console.log(`${browser.name} alone has ${wrongWithoutTable.length} of ${readings.length} readings wrong.`);
      expect(findWrong(await readInBrowser(browser, script, readings))).toEqual([]);
    });
  });
}
