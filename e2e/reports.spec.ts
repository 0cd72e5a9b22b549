/** Reports of plays and screens: their tables by keyboard and touch, and downloads that arrive in the browser. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { allowDevices, withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DAYS = 7;

let ana: ApiPerson;

/** Creates two screens that played an item each day of the last week, at 6 PM, and were online for three quarters of the time. */
async function createPlays(): Promise<void> {
  const album = await ana.album('Summer');
  const { key } = await ana.upload('photo.jpg', await aJpeg({ width: 300, height: 200 }));
  await ana.attach(album._id, [key]);
  await ana.waitUntilReady(album._id);
  const { _id: playlistId } = await ana.playlist('Summer', [album._id]);
  await withProductDatabase(ana.product, async (db) => {
    const { id: mediaId } = await db.selectFrom('media').select('id').where('album_id', '=', album._id).executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: string }>`
      with added as (
        insert into screens (id, device_code, secret_hash) select gen_random_uuid(), 'R0000' || n, '\\x00' from generate_series(1, 2) as n
        returning id, device_code)
      insert into devices (id, screen_id, name, time_zone, user_id)
      select id, id, 'Wall ' || right(device_code, 1), 'UTC', ${ana.userId} from added returning id`.execute(db);
    const ids = rows.map(({ id }) => id);
    await sql`insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms, p18, s18)
      select id, current_date - n, ${playlistId}::uuid, ${mediaId}::uuid, 10 + n, 100000, 10 + n, 100
      from unnest(${ids}::uuid[]) as id, generate_series(0, ${DAYS - 1}::int) as n`.execute(db);
    await sql`insert into device_days (device_id, day, expected, online, downloads, download_bytes)
      select id, current_date - n, 200, 150, 3, 9000000 from unnest(${ids}::uuid[]) as id, generate_series(1, ${DAYS - 1}::int) as n`.execute(
      db,
    );
  });
}

test.beforeAll(async ({ shared }) => {
  ana = await ApiPerson.create(shared, 'ana@reports.example');
  await allowDevices(ana, 5);
  await createPlays();
});

const openReports = (page: Page, query: string) => page.goto(`${ana.product.origin}/main/reports${query}`);

async function readDownload(page: Page, start: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const started = page.waitForEvent('download');
  await start();
  const download = await started;
  return { name: download.suggestedFilename(), lines: (await readFile(await download.path(), 'utf8')).trim().split('\r\n') };
}

test('opens a report by keyboard, and downloads its table and all plays', async ({ browser }) => {
  const page = await openSignedInPage(browser, ana, { reducedMotion: 'reduce' }, `${ana.product.origin}/main/reports`);
  const table = page.getByRole('table', { name: 'Plays' });
  await expect(table.getByRole('row')).toHaveCount(3);
  const all = await readDownload(page, async () => {
    await page.getByRole('button', { name: 'Download CSV' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'All plays by day, screen and item' }).click();
  });
  expect(all.name).toMatch(/^plays \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
  expect(all.lines).toHaveLength(1 + 2 * DAYS);
  expect(all.lines[0]).toContain('Day,Screen,Time zone,Playlist,Item');
  const shown = await readDownload(page, async () => {
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('menuitem', { name: 'This table' }).click();
  });
  expect(shown.name).toMatch(/^plays by screen /);
  expect(shown.lines).toHaveLength(3);
  await page.getByLabel('Group by').selectOption('Hour');
  await expect(page.getByRole('cell', { name: '6:00 PM–7:00 PM' })).toBeVisible();
  await inspect(page, 'plays by hour');
  await page.context().close();
});

test('shows the uptime of screens on a phone, and opens the plays of one', async ({ browser }) => {
  const page = await openSignedInPage(
    browser,
    ana,
    { ...PHONE, reducedMotion: 'reduce' },
    `${ana.product.origin}/main/reports?view=screens`,
  );
  await page.getByText('Show as a list').tap();
  await expect(page.getByRole('definition').filter({ hasText: '75%' })).not.toHaveCount(0);
  await inspect(page, 'uptime on a phone');
  const report = await readDownload(page, () => page.getByRole('button', { name: 'Download CSV' }).tap());
  expect(report.lines).toHaveLength(3);
  await page.getByRole('button', { name: 'Wall 1' }).first().tap();
  await expect(page).toHaveURL(/by=item/);
  await openReports(page, '?view=plays&from=2026-01-01&to=2026-01-02');
  await expect(page.getByText('No plays in this period')).toBeVisible();
  await inspect(page, 'a report without plays on a phone');
  await page.context().close();
});
