import type { Album, Notification } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { notificationsModule } from './index.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test, { name: 'Ben Costa' });
});
afterAll(() => test.close());

const notify = (body: string) =>
  test.db
    .transaction()
    .execute((tx) => test.modules.getApi(notificationsModule).notify(tx, { user_id: ana.user._id, body, created_by: ben.user._id }));
const list = async (person = ana) => (await person.call('GET', `/notifications/${ana.user._id}`)).json<{ result: Notification[] }>().result;

describe('notifications', () => {
  it('are listed newest first with their sender, and can be marked read one by one or all at once', async () => {
    for (const body of ['First', 'Second', 'Third']) await notify(body);
    const [third, , first] = await list();
    expect(third).toMatchObject({ notificationBody: 'Third', status: true, createdUser: [{ name: 'Ben Costa' }], invitationType: null });
    const marked = (await ana.call('PUT', `/notifications/${ana.user._id}?notificationId=${first?._id}`)).json<{ result: unknown }>()
      .result;
    expect(marked).toContainEqual({ _id: first?._id, status: false });
    expect((await list()).map((entry) => entry.status)).toEqual([true, true, false]);
    await ana.call('PUT', `/notifications/${ana.user._id}`);
    expect((await list()).every((entry) => !entry.status)).toBe(true);
  });

  it('contain the outcome of an invitation and the joined album', async () => {
    const invite = async () => {
      const album = (await ben.call('POST', '/albums', { name: 'Summer' })).json<{ result: Album }>().result;
      await ben.call('PUT', `/albums/share/${album._id}`, { emailArr: [{ email: ana.email, permission: 'read' }] });
      await test.runJobs();
      const [newest] = await list();
      expect(newest).toMatchObject({ invitationType: 'share_album', outcome: null, albumId: null });
      return { album, invitation: newest };
    };
    const answer = async (type: string, invitation?: Notification) =>
      ana.call('PUT', `/albums/share/action/${invitation?.invitationId}`, { type, notificationId: invitation?._id });
    const { album, invitation } = await invite();
    await answer('accept', invitation);
    expect((await list())[0]).toMatchObject({ invitationType: null, outcome: 'accepted', albumId: album._id });
    const other = await invite();
    await answer('canceled', other.invitation);
    expect((await list())[0]).toMatchObject({ invitationType: null, outcome: 'closed', albumId: null });
  });

  it('are visible to their recipient only', async () => {
    expect((await ben.call('GET', `/notifications/${ana.user._id}`)).statusCode).toBe(404);
    expect((await ben.call('PUT', `/notifications/${ana.user._id}`)).statusCode).toBe(404);
  });

  it('are limited to the newest 500 per account', async () => {
    for (let count = 0; count < 510; count++) await notify(`Note ${count}`);
    const rows = await test.db.selectFrom('notifications').select('body').where('user_id', '=', ana.user._id).execute();
    expect(rows).toHaveLength(500);
    expect(rows.some((row) => row.body === 'Note 509')).toBe(true);
  });
});
