import type { VideoTranscode } from '@vitrine/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { LIVE_CHANNEL } from '../../platform/live/live.ts';
import { anAlbum, aPerson, type TestPerson, uploadFile } from '../../testing/builders.ts';
import { aVideo } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let bob: TestPerson;
let carl: TestPerson;

beforeAll(async () => {
  test = await openTestApp();
  [ana, bob, carl] = [await aPerson(test), await aPerson(test, { name: 'Bob' }), await aPerson(test, { name: 'Carl' })];
});
afterAll(() => test.close());

describe('processing a video', () => {
  it('notifies all accounts that see its album of each stage, and no others', async () => {
    const album = await anAlbum(ana);
    const share = (person: TestPerson, acceptedAt: Date | null) =>
      test.db
        .insertInto('album_shares')
        .values({
          id: newId(),
          album_id: album._id,
          user_id: person.user._id,
          permission: 'read',
          accepted_at: acceptedAt,
          invited_by: ana.user._id,
        })
        .execute();
    await share(bob, new Date());
    await share(carl, null);
    const received: { text: string }[] = [];
    const listener = new pg.Client({ connectionString: test.databaseUrl });
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => received.push({ text: payload }));
    await listener.query(`listen ${LIVE_CHANNEL}`);
    const { key } = await uploadFile(test, ana, { name: 'film.mp4', bytes: await aVideo({ seconds: 1, codec: 'hevc' }) });
    await ana.call('POST', '/medias', { albumId: album._id, mediaFile: [{ key }] });
    await test.runJobs();
    await listener.query('select 1');
    await listener.end();
    const listStatuses = (person: TestPerson): number[] =>
      received
        .map(({ text }) => text)
        .filter((text) => text.includes('videoTranscode') && text.includes(person.user._id))
        .map((text) => highestIn(JSON.parse(text), ({ result }) => result.status));
    const percents = received
      .map(({ text }) => text)
      .filter((text) => text.includes('videoTranscode'))
      .map((text) => highestIn(JSON.parse(text), ({ progress }) => progress));
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect([percents[0], percents.at(-1)]).toEqual([0, 100]);
    expect(listStatuses(ana).at(-1)).toBe(6);
    expect(listStatuses(bob)).toEqual(listStatuses(ana));
    expect(listStatuses(ana)).toEqual(listStatuses(ana).toSorted((a, b) => a - b));
    expect(new Set(listStatuses(ana))).toEqual(new Set([2, 5, 6]));
    expect(listStatuses(carl)).toEqual([]);
  });
});

/** Returns the highest value in a message, regardless of its nesting. */
function highestIn(value: unknown, read: (listStatuses: VideoTranscode) => number): number {
  if (Array.isArray(value)) return Math.max(...value.map((item) => highestIn(item, read)));
  if (typeof value !== 'object' || value === null) return -1;
  if ('result' in value && 'progress' in value) return read(value as VideoTranscode);
  return Math.max(-1, ...Object.values(value).map((item) => highestIn(item, read)));
}
