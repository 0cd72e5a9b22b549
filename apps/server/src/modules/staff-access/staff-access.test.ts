import type { StaffGrant, StaffVisit, ViewOptions } from '@vitrine/contract';
import { listActivity, listStaffGrants } from '@vitrine/contract/staff-access.endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccountAuditEntries } from '../../testing/audit-trail.ts';
import { anAlbum, aPerson, aStoredPhoto, callEndpoint, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { aPosterOrder } from '../../testing/ordering.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { aStaffMember, viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const home = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  admin = await aStaffMember(test);
});
afterAll(() => test.close());

const status = async (person: TestPerson, url: string) => (await person.call('GET', url)).statusCode;
const code = async (person: TestPerson, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
  const answer = await person.call(method, url, body);
  return answer.json<{ code?: string }>().code ?? answer.statusCode;
};
const visitsOf = (person: TestPerson): Promise<StaffVisit[]> => callEndpoint(person, listActivity);

/** Creates a user with two photos in an album, and an address. */
async function aUserWithPhotos() {
  const user = await aPerson(test);
  const album = await anAlbum(user);
  const photos = [await aStoredPhoto(test, user, album._id), await aStoredPhoto(test, user, album._id)];
  await user.call('POST', '/address', home);
  return { user, albumId: album._id, fileIds: photos.map(({ fileId }) => fileId) };
}

describe('viewing an account', () => {
  it('gives access to private content only while the view is open', async () => {
    const { user, albumId, fileIds } = await aUserWithPhotos();
    const urls = [
      `/address/${user.user._id}`,
      `/albums/${user.user._id}`,
      `/medias/${albumId}`,
      `/uploads?key=${fileIds[0]}&width=64`,
      `/uploads/media/download?key=${fileIds[0]}`,
      `/medias/timeline?userId=${user.user._id}`,
    ];
    for (const url of urls) expect(await status(admin, url), url).toBe(404);
    await viewAccount(admin, user);
    for (const url of urls) expect(await status(admin, url), url).toBe(200);
    expect(await code(admin, 'DELETE', '/console/views')).toBe(200);
    for (const url of urls) expect(await status(admin, url), url).toBe(404);
  });

  it('is limited to the session that opened it and to one account', async () => {
    const [{ user }, other] = [await aUserWithPhotos(), await aUserWithPhotos()];
    const staff = await aStaffMember(test);
    await viewAccount(staff, user);
    expect(await status(admin, `/albums/${user.user._id}`)).toBe(404);
    expect(await status(staff, `/albums/${other.user.user._id}`)).toBe(404);
    expect(await status(staff, `/uploads?key=${other.fileIds[0]}&width=64`)).toBe(404);
    await viewAccount(staff, other.user);
    expect(await status(staff, `/albums/${user.user._id}`)).toBe(404);
  });

  it('also applies to the media cookie and to a token in the URL', async () => {
    const { user, fileIds } = await aUserWithPhotos();
    const cookie = (await admin.call('POST', '/users/media-cookie')).cookies.find(({ name }) => name === 'vitrine_media')?.value ?? '';
    const url = `/api/uploads?key=${fileIds[0]}&width=32`;
    const byCookie = async () => (await test.app.inject({ url, cookies: { vitrine_media: cookie } })).statusCode;
    const byToken = async () => (await test.app.inject({ url: `${url}&token=${admin.token}` })).statusCode;
    expect([await byCookie(), await byToken()]).toEqual([404, 404]);
    await viewAccount(admin, user);
    expect([await byCookie(), await byToken()]).toEqual([200, 200]);
    await admin.call('DELETE', '/console/views');
    expect([await byCookie(), await byToken()]).toEqual([404, 404]);
  });

  it('ends after two hours', async () => {
    const { user } = await aUserWithPhotos();
    await viewAccount(admin, user);
    test.clock.offsetMs = 2 * HOUR_MS + 1000;
    expect(await status(admin, `/albums/${user.user._id}`)).toBe(404);
    await test.runWorkerTasks('staffAccess.expiry');
    expect((await visitsOf(user))[0]?.endedAt).not.toBeNull();
    test.clock.offsetMs = 0;
  });

  it('creates one view for concurrent requests', async () => {
    const { user } = await aUserWithPhotos();
    const staff = await aStaffMember(test);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => code(staff, 'POST', '/console/views', { userId: user.user._id })));
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await visitsOf(user)).toHaveLength(1);
  });

  it('is limited to a few accounts a minute', async () => {
    const { user } = await aUserWithPhotos();
    const staff = await aStaffMember(test);
    const statuses = await Promise.all(Array.from({ length: 100 }, () => code(staff, 'POST', '/console/views', { userId: user.user._id })));
    expect(statuses.filter((each) => each === 201)).toHaveLength(30);
  });

  it('is refused for staff, super-admins and the own account', async () => {
    const [root, support, other] = [
      await aStaffMember(test, { is_super_admin: true }),
      await aStaffMember(test, { role: 'support' }),
      await aStaffMember(test),
    ];
    for (const target of [root, support, other, admin])
      expect(await code(admin, 'POST', '/console/views', { userId: target.user._id })).toBe('NOT_FOUND');
    expect(await code(root, 'POST', '/console/views', { userId: other.user._id })).toBe('NOT_FOUND');
  });

  it('does not include what a super-admin shares with the account', async () => {
    const root = await aPerson(test);
    const album = await anAlbum(root);
    const photo = await aStoredPhoto(test, root, album._id);
    const { user } = await aUserWithPhotos();
    const share = { id: crypto.randomUUID(), album_id: album._id, user_id: user.user._id, permission: 'read', invited_by: root.user._id };
    await test.db
      .insertInto('album_shares')
      .values({ ...share, accepted_at: new Date() })
      .execute();
    await viewAccount(admin, user);
    expect(await status(admin, `/medias/${album._id}`)).toBe(200);
    await test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
    expect(await status(user, `/medias/${album._id}`)).toBe(200);
    expect(await status(admin, `/medias/${album._id}`)).toBe(404);
    expect(await status(admin, `/uploads/media/download?key=${photo.fileId}`)).toBe(404);
  });
});

describe('the record of a view', () => {
  it('counts each opened item once, for the user and in the audit trail', async () => {
    const { user, albumId, fileIds } = await aUserWithPhotos();
    const staff = await aStaffMember(test);
    await viewAccount(staff, user);
    for (const width of [32, 64, 96]) for (const fileId of fileIds) await staff.call('GET', `/uploads?key=${fileId}&width=${width}`);
    await staff.call('GET', `/medias/${albumId}`);
    await staff.call('GET', `/address/${user.user._id}`);
    await staff.call('PUT', `/albums/${albumId}`, { name: 'Renamed for the user' });
    await staff.call('DELETE', '/console/views');
    const opened = { addresses: 1, albums: 1, changes: 1, files: 2, media: 2 };
    const [visit] = await visitsOf(user);
    expect(visit).toMatchObject({ staffName: staff.user.name, isReadOnly: false, reason: null });
    expect(Object.fromEntries(visit?.items.map(({ kind, count }) => [kind, count]) ?? [])).toEqual(opened);
    const entries = await listAccountAuditEntries(test, user.user._id);
    expect(entries.map(({ action }) => action)).toEqual(['account.view', 'album.update', 'account.viewed']);
    expect(entries.at(-1)).toMatchObject({ actorId: staff.user._id, detail: { opened } });
  });

  it('does not count console actions on other accounts', async () => {
    const [{ user }, other] = [await aUserWithPhotos(), await aUserWithPhotos()];
    const { mediaId } = await aStoredPhoto(test, other.user, other.albumId);
    const order = await aPosterOrder(other.user, { mediaId });
    await viewAccount(admin, user);
    await admin.call('GET', '/orders?orderType=poster');
    await admin.call('GET', `/orders/${order._id}`);
    await admin.call('GET', `/orders/users/${other.user.user._id}`);
    await admin.call('PUT', `/users/${other.user.user._id}`, { name: 'Renamed' });
    await admin.call('DELETE', '/console/views');
    expect((await visitsOf(user))[0]?.items).toEqual([]);
  });

  it('is completed when the session ends without leaving the account', async () => {
    const { user, fileIds } = await aUserWithPhotos();
    const staff = await aStaffMember(test);
    await viewAccount(staff, user);
    await staff.call('GET', `/uploads/media/download?key=${fileIds[0]}`);
    await staff.call('POST', '/users/logout');
    await test.runWorkerTasks('staffAccess.expiry');
    const entries = await listAccountAuditEntries(test, user.user._id);
    expect(entries.at(-1)).toMatchObject({ action: 'account.viewed', detail: { opened: { files: 1 } } });
  });

  it('stores counts with one statement, however many items are opened', async () => {
    const { user, fileIds } = await aUserWithPhotos();
    await viewAccount(admin, user);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => admin.call('GET', `/uploads?key=${fileIds[at % 2]}&width=${32 + (at % 4) * 32}`)),
    );
    await admin.call('DELETE', '/console/views');
    const rows = await test.db
      .selectFrom('staff_view_items')
      .innerJoin('staff_views', 'staff_views.id', 'staff_view_items.view_id')
      .select(['kind', 'items'])
      .where('user_id', '=', user.user._id)
      .execute();
    expect(rows).toEqual([{ kind: 'files', items: 2 }]);
  });

  it('lists visits in pages, for the user only', async () => {
    const { user } = await aUserWithPhotos();
    for (let at = 0; at < 3; at++) {
      await viewAccount(await aStaffMember(test), user);
    }
    const first = await callEndpoint(user, listActivity, { query: { dataPerPage: 2 } });
    const second = await callEndpoint(user, listActivity, { query: { dataPerPage: 2, before: first.at(-1)?._id } });
    expect([first.length, second.length]).toEqual([2, 1]);
    expect(await visitsOf(await aPerson(test))).toEqual([]);
  });
});

describe('support', () => {
  it('can read the viewed account but not change it', async () => {
    const { user, albumId, fileIds } = await aUserWithPhotos();
    const support = await aStaffMember(test, { role: 'support' });
    expect(await status(support, `/medias/${albumId}`)).toBe(404);
    await viewAccount(support, user);
    expect(await status(support, `/medias/${albumId}`)).toBe(200);
    expect(await status(support, `/uploads/media/download?key=${fileIds[0]}`)).toBe(200);
    expect(await code(support, 'PUT', `/albums/${albumId}`, { name: 'No' })).toBe('NOT_FOUND');
    expect(await code(support, 'DELETE', `/albums/${albumId}`)).toBe('NOT_FOUND');
    expect((await visitsOf(user))[0]).toMatchObject({ isReadOnly: true });
  });
});

describe('the console without viewing', () => {
  it('shows only a small version of the picture of a poster order', async () => {
    const { user, albumId } = await aUserWithPhotos();
    const { mediaId, fileId: key } = await aStoredPhoto(test, user, albumId);
    await aPosterOrder(user, { mediaId });
    expect(await status(admin, `/uploads?key=${key}&width=960&fit=inside`)).toBe(200);
    expect(await status(admin, `/uploads?key=${key}`)).toBe(404);
    expect(await status(admin, `/uploads/media/download?key=${key}`)).toBe(404);
    expect(await status(await aPerson(test), `/uploads?key=${key}&width=960&fit=inside`)).toBe(404);
  });
});

describe('an installation that requires consent', () => {
  let consent: TestApp;
  let staff: TestPerson;
  let root: TestPerson;
  beforeAll(async () => {
    consent = await createTestApp({ STAFF_ACCESS: 'consent' });
    staff = await aStaffMember(consent);
    root = await aStaffMember(consent, { is_super_admin: true });
  });
  afterAll(() => consent.close());

  const view = (person: TestPerson, user: TestPerson, more: object = {}) =>
    code(person, 'POST', '/console/views', { userId: user.user._id, ...more });
  const request = (user: TestPerson) =>
    code(staff, 'POST', '/console/views/requests', { userId: user.user._id, duration: 'hour', message: 'Your ticket' });
  const findRequest = async (user: TestPerson): Promise<StaffGrant> => {
    const [grant] = await callEndpoint(user, listStaffGrants);
    if (!grant) throw new Error('There is no request');
    return grant;
  };
  const answer = async (user: TestPerson, body: object) => code(user, 'PUT', `/users/staff-access/${(await findRequest(user))._id}`, body);

  it('gives access only after the user allowed it, until the permission ends', async () => {
    const user = await aPerson(consent);
    expect(await view(staff, user)).toBe('CONSENT_REQUIRED');
    expect(await request(user)).toBe(201);
    expect(await request(user)).toBe('CONSENT_WAITING');
    expect(await view(staff, user)).toBe('CONSENT_REQUIRED');
    expect(await findRequest(user)).toMatchObject({ staffName: staff.user.name, message: 'Your ticket', state: 'waiting' });
    expect(await answer(user, { answer: 'allow', duration: 'hour' })).toBe(200);
    expect(await view(await aStaffMember(consent), user)).toBe('CONSENT_REQUIRED');
    expect(await view(staff, user)).toBe(201);
    expect(await status(staff, `/albums/${user.user._id}`)).toBe(200);
    consent.clock.offsetMs = HOUR_MS + 1000;
    expect(await status(staff, `/albums/${user.user._id}`)).toBe(404);
    expect(await view(staff, user)).toBe('CONSENT_REQUIRED');
    consent.clock.offsetMs = 0;
    const entries = await listAccountAuditEntries(consent, user.user._id);
    expect(entries.map(({ action }) => action).slice(0, 3)).toEqual(['account.viewRequest', 'account.viewAnswer', 'account.view']);
  });

  it('ends the view when the user revokes the permission', async () => {
    const user = await aPerson(consent);
    await request(user);
    await answer(user, { answer: 'allow', duration: 'untilRevoked' });
    await view(staff, user);
    expect(await status(staff, `/albums/${user.user._id}`)).toBe(200);
    expect(await answer(user, { answer: 'revoke' })).toBe(200);
    expect(await status(staff, `/albums/${user.user._id}`)).toBe(404);
    expect(await request(user)).toBe('CONSENT_DENIED');
  });

  it('refuses another request for a day after a refusal', async () => {
    const user = await aPerson(consent);
    await request(user);
    expect(await answer(user, { answer: 'deny' })).toBe(200);
    expect(await view(staff, user)).toBe('CONSENT_REQUIRED');
    expect(await request(user)).toBe('CONSENT_DENIED');
    consent.clock.offsetMs = 25 * HOUR_MS;
    await consent.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() + 48 * HOUR_MS) })
      .execute();
    expect(await request(user)).toBe(201);
    consent.clock.offsetMs = 0;
  });

  it('accepts one answer per request, from the user only', async () => {
    const [user, other] = [await aPerson(consent), await aPerson(consent)];
    await request(user);
    const { _id } = await findRequest(user);
    const allow = { answer: 'allow', duration: 'day' };
    expect(await code(other, 'PUT', `/users/staff-access/${_id}`, allow)).toBe('NOT_FOUND');
    expect(await code(staff, 'PUT', `/users/staff-access/${_id}`, allow)).toBe('NOT_FOUND');
    const answers = await Promise.all(Array.from({ length: 5 }, () => code(user, 'PUT', `/users/staff-access/${_id}`, allow)));
    expect(answers.filter((each) => each === 200)).toHaveLength(1);
  });

  it('lets a super-admin view without permission with a reason that the user sees', async () => {
    const user = await aPerson(consent);
    const reason = 'Reported for abuse, case 4711';
    expect(await view(root, user)).toBe('CONSENT_REQUIRED');
    expect(await view(root, user, { reason: 'short' })).toBe('INVALID');
    expect(await view(staff, user, { reason })).toBe('CONSENT_REQUIRED');
    expect(await view(root, user, { reason })).toBe(201);
    expect(await status(root, `/albums/${user.user._id}`)).toBe(200);
    expect((await callEndpoint(user, listActivity))[0]).toMatchObject({ reason, endedAt: null });
    expect((await listAccountAuditEntries(consent, user.user._id))[0]).toMatchObject({ action: 'account.view', detail: { reason } });
  });

  it('returns the available options to the console', async () => {
    const user = await aPerson(consent);
    const options = async (person: TestPerson) =>
      (await person.call('GET', `/console/views/${user.user._id}`)).json<{ result: ViewOptions }>().result;
    expect(await options(staff)).toMatchObject({ mode: 'consent', isViewing: false, canOverride: false, request: null });
    expect(await options(root)).toMatchObject({ canOverride: true });
    await request(user);
    expect(await options(staff)).toMatchObject({ request: { state: 'waiting', duration: 'hour' } });
  });
});

describe('without consent mode', () => {
  it('refuses permission requests', async () => {
    const { user } = await aUserWithPhotos();
    expect(await code(admin, 'POST', '/console/views/requests', { userId: user.user._id, duration: 'hour' })).toBe('INVALID');
  });

  it('records the end of a view when the account is deleted', async () => {
    const { user } = await aUserWithPhotos();
    await viewAccount(admin, user);
    await user.call('DELETE', `/users/${user.user._id}`, { password: PASSWORD });
    expect((await listAccountAuditEntries(test, user.user._id)).at(-1)?.action).toBe('account.viewed');
    expect(await status(admin, `/albums/${user.user._id}`)).toBe(404);
  });
});
