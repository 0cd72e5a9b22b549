import { type Album, type AlbumLink, LIMITS } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aLink } from '../../testing/album-links.ts';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum } from '../../testing/sharing.ts';
import { forgeView, viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
let album: Album;
beforeAll(async () => {
  test = await openTestApp();
  [ana, ben] = [await aPerson(test), await aPerson(test, { name: 'Ben' })];
});
afterAll(() => test.close());
beforeEach(async () => {
  album = await anAlbum(ana);
});

const list = async (person = ana, albumId = album._id) =>
  (await person.call('GET', `/albums/links/${albumId}`)).json<{ result: AlbumLink[] }>().result;
const create = (body: object, person = ana, albumId = album._id) => person.call('POST', `/albums/links/${albumId}`, body);
const change = ({ _id }: AlbumLink, body: object, person = ana) => person.call('PUT', `/albums/links/link/${_id}`, body);

describe('a link to an album', () => {
  it('returns its token on request and stores only the hash and the encrypted token', async () => {
    const { link, token } = await aLink(test, ana, album._id, { password: 'open sesame' });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(link).toMatchObject({ tokenEnd: token.slice(-4), hasPassword: true, hasExpired: false, openedCount: 0, lastOpenedAt: null });
    expect(await list()).toEqual([link]);
    const row = await test.db.selectFrom('album_links').selectAll().where('id', '=', link._id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(row.encrypted_token?.toString('latin1')).not.toContain(token);
    const readToken = (person: TestPerson) => person.call('GET', `/albums/links/link/${link._id}/token`);
    expect((await readToken(ana)).json()).toMatchObject({ result: { token } });
    await joinAlbum(ana, album._id, ben, 'write');
    expect((await readToken(ben)).statusCode).toBe(404);
  });

  it('of an earlier version is listed as one that cannot be copied', async () => {
    const { link } = await aLink(test, ana, album._id);
    await test.db.updateTable('album_links').set({ encrypted_token: null }).where('id', '=', link._id).execute();
    expect(await list()).toMatchObject([{ canCopy: false }]);
    const refused = await ana.call('GET', `/albums/links/link/${link._id}/token`);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      404,
      'This link can’t be shown again. Create a new link.',
    ]);
  });

  it('explains an invalid expiry date or password', async () => {
    const messages = async (body: object) => {
      const answer = await create(body);
      expect(answer.statusCode).toBe(422);
      return answer.json<{ message: string }>().message;
    };
    expect(await messages({ expiresAt: inDays(-1) })).toBe('Choose an expiration date in the future.');
    expect(await messages({ expiresAt: inDays(5000) })).toBe('Choose an expiration date within 10 years, or choose Never.');
    expect(await messages({ expiresAt: 'tomorrow' })).toBe('Choose a valid expiration date.');
    expect(await messages({ expiresAt: null, password: '12345' })).toBe('Use at least 6 characters.');
    expect(await messages({ expiresAt: null, password: 'x'.repeat(257) })).toBe('Use at most 256 characters.');
    expect(await messages({ expiresAt: null, password: '' })).toBe('Enter a password.');
  });

  it('enforces the limit of links per album under concurrent requests', async () => {
    const codes = (await Promise.all(Array.from({ length: 25 }, () => create({ expiresAt: null })))).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(LIMITS.albumLinks);
    expect(codes.filter((code) => code === 409)).toHaveLength(5);
    expect((await create({ expiresAt: null })).json()).toMatchObject({ code: 'LINK_LIMIT' });
  });

  it('changes only the fields in the request', async () => {
    const { link } = await aLink(test, ana, album._id, { password: 'open sesame', expiresAt: inDays(7) });
    const changed = (await change(link, { allowsDownload: false })).json<{ result: AlbumLink }>().result;
    expect(changed).toEqual({ ...link, allowsDownload: false });
    expect((await change(link, { password: null, expiresAt: null })).json()).toMatchObject({
      result: { hasPassword: false, expiresAt: null },
    });
    expect((await change(link, { expiresAt: inDays(-1) })).statusCode).toBe(422);
  });

  it('expires, stays listed as expired, can be extended, and is deleted a month later', async () => {
    const visitor = await aLink(test, ana, album._id, { expiresAt: inDays(7) });
    const endsAt = (days: number) =>
      test.db
        .updateTable('album_links')
        .set({ expires_at: new Date(Date.now() + days * DAY_MS) })
        .where('id', '=', visitor.link._id)
        .execute();
    await endsAt(-1);
    expect((await visitor.get()).statusCode).toBe(404);
    expect((await list())[0]?.hasExpired).toBe(true);
    await change(visitor.link, { expiresAt: inDays(1) });
    expect((await visitor.get()).statusCode).toBe(200);
    await endsAt(-31);
    await test.runWorkerTasks('album-links.forget');
    expect(await list()).toEqual([]);
  });

  it('is not accessible to other accounts', async () => {
    const { link } = await aLink(test, ana, album._id);
    await joinAlbum(ana, album._id, ben, 'write');
    for (const person of [ben, await aPerson(test)]) {
      expect((await person.call('GET', `/albums/links/${album._id}`)).statusCode).toBe(404);
      expect((await create({ expiresAt: null }, person)).statusCode).toBe(404);
      expect((await change(link, { allowsDownload: false }, person)).statusCode).toBe(404);
      expect((await person.call('DELETE', `/albums/links/link/${link._id}`)).statusCode).toBe(404);
    }
  });

  it('does not open the default album', async () => {
    const { id } = await test.db
      .selectFrom('albums')
      .select('id')
      .where('created_by', '=', ana.user._id)
      .where('album_type', '=', 'default')
      .executeTakeFirstOrThrow();
    expect((await create({ expiresAt: null }, ana, id)).json()).toMatchObject({
      code: 'ALBUM_DEFAULT',
      message: 'The default album can’t be shared.',
    });
  });

  it('is in the audit trail when an administrator creates, changes or revokes it for another account', async () => {
    const admin = await aPerson(test, { name: 'Admin' });
    await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user._id).execute();
    await forgeView(test, admin, ana.user._id);
    const { link } = await aLink(test, admin, album._id);
    expect(link.madeBy.userId).toBe(ana.user._id);
    await change(link, { allowsDownload: false }, admin);
    await admin.call('DELETE', `/albums/links/link/${link._id}`);
    const trail = await test.db.selectFrom('audit_entries').selectAll().where('actor_id', '=', admin.user._id).orderBy('id').execute();
    expect(trail.map(({ action }) => action)).toEqual(['album.update', 'albumLink.update', 'albumLink.update']);
    expect(JSON.stringify(trail)).not.toMatch(/token_hash|password_hash/);
  });

  it('is visible to administrators of the partner only for accounts of the partner', async () => {
    const partner = await aPerson(test);
    await test.db.updateTable('users').set({ role: 'admin', platform: 'WV' }).where('id', '=', partner.user._id).execute();
    const { link } = await aLink(test, ana, album._id);
    expect((await partner.call('GET', `/albums/links/${album._id}`)).statusCode).toBe(404);
    expect((await change(link, { allowsDownload: false }, partner)).statusCode).toBe(404);
    const customer = await aPerson(test);
    await test.db.updateTable('users').set({ platform: 'WV' }).where('id', '=', customer.user._id).execute();
    const theirs = await anAlbum(customer);
    const visitor = await aLink(test, customer, theirs._id);
    await viewAccount(partner, customer);
    expect(await list(partner, theirs._id)).toEqual([visitor.link]);
    expect((await visitor.get()).json()).toMatchObject({ result: { album: { platform: 'WV' } } });
  });
});

describe('a link to a family’s album', () => {
  it('can be created and revoked by any member, and ends when its creator leaves', async () => {
    const [owner, member] = [await aPerson(test), await aPerson(test, { name: 'Cleo' })];
    const { orgId } = await aFamily(test, owner, [member]);
    const shared = (await owner.call('POST', '/albums', { name: 'Ours', orgId })).json<{ result: Album }>().result;
    await aStoredPhoto(test, owner, shared._id);
    const [ours, theirs] = [await aLink(test, owner, shared._id), await aLink(test, member, shared._id)];
    expect((await list(owner, shared._id)).map(({ madeBy }) => madeBy.name)).toEqual(['Cleo', 'Ana Lima']);
    await owner.call('DELETE', `/organizations/${orgId}/members/${member.user._id}`);
    expect((await theirs.get()).statusCode).toBe(404);
    expect((await ours.get()).statusCode).toBe(200);
    expect((await list(owner, shared._id)).map(({ _id }) => _id)).toEqual([ours.link._id]);
  });
});
