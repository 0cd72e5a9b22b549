import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { forgeView, viewAccount } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

async function someone(role: string): Promise<TestPerson> {
  const person = await aPerson(test);
  await test.db.updateTable('users').set({ role }).where('id', '=', person.user._id).execute();
  return person;
}

const trail = () => test.db.selectFrom('audit_entries').select('id').where('user_id', '=', ana.user._id).execute();

describe('acting for another account', () => {
  it('is allowed to administrators who view the account, and audits what they changed', async () => {
    const admin = await someone('admin');
    const album = await anAlbum(ana, { name: 'Hers' });
    expect((await admin.call('GET', `/albums/${ana.user._id}`)).statusCode).toBe(404);
    expect((await admin.call('PUT', `/albums/${album._id}`, { name: 'Not viewing' })).statusCode).toBe(404);
    await forgeView(test, admin, ana.user._id);
    expect((await admin.call('GET', `/albums/${ana.user._id}`)).statusCode).toBe(200);
    expect(await trail()).toEqual([]);
    expect((await admin.call('PUT', `/albums/${album._id}`, { name: 'Renamed for her' })).statusCode).toBe(200);
    expect(await listAuditEntries(test, album._id)).toMatchObject([
      {
        actorId: admin.user._id,
        userId: ana.user._id,
        action: 'album.update',
        before: { name: 'Hers' },
        after: { name: 'Renamed for her' },
      },
    ]);
  });

  it('leaves no secret in the trail', async () => {
    const admin = await someone('admin');
    const bob = await aPerson(test);
    expect((await admin.call('PUT', `/users/${bob.user._id}`, { name: 'Robert' })).statusCode).toBe(200);
    await admin.call('DELETE', `/users/${bob.user._id}`, { password: bob.password });
    const text = JSON.stringify(await listAuditEntries(test, bob.user._id));
    expect(text).toContain('Robert');
    expect(text).not.toMatch(/hash|argon/);
  });

  it('of the partner’s administrators ends where the partner’s people do', async () => {
    const partner = await someone('admin');
    const theirs = await someone('user');
    for (const { user } of [partner, theirs])
      await test.db.updateTable('users').set({ platform: 'WV' }).where('id', '=', user._id).execute();
    const [album, own] = [await anAlbum(ana), await anAlbum(theirs)];
    expect((await partner.call('POST', '/console/views', { userId: ana.user._id })).statusCode).toBe(404);
    await viewAccount(partner, theirs);
    expect((await partner.call('GET', `/albums/details/${own._id}`)).statusCode).toBe(200);
    expect((await partner.call('PUT', `/albums/${own._id}`, { name: 'Yes' })).statusCode).toBe(200);
    await forgeView(test, partner, ana.user._id);
    expect((await partner.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect((await partner.call('PUT', `/albums/${album._id}`, { name: 'No' })).statusCode).toBe(404);
  });

  it('lets support read and change nothing', async () => {
    const support = await someone('support');
    const album = await anAlbum(ana);
    await viewAccount(support, ana);
    expect((await support.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(200);
    expect((await support.call('PUT', `/albums/${album._id}`, { name: 'No' })).statusCode).toBe(404);
    expect((await support.call('DELETE', `/albums/${album._id}`)).statusCode).toBe(404);
  });

  it.each(['user', 'host', 'advUser'])('is refused to %s, as if it were not there', async (role) => {
    const other = await someone(role);
    const album = await anAlbum(ana);
    expect((await other.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect((await other.call('PUT', `/albums/${album._id}`, { name: 'No' })).statusCode).toBe(404);
  });

  it('never opens a super-admin, whose account another super-admin still edits in the console', async () => {
    const [admin, root, otherRoot] = [await someone('admin'), await someone('admin'), await someone('admin')];
    for (const { user } of [root, otherRoot])
      await test.db.updateTable('users').set({ is_super_admin: true }).where('id', '=', user._id).execute();
    const album = await anAlbum(root);
    const takeOver = { email: 'attacker@example.com', password: admin.password };
    for (const staff of [admin, otherRoot]) {
      await forgeView(test, staff, root.user._id);
      expect((await staff.call('PUT', `/users/${root.user._id}`, takeOver)).statusCode).toBe(404);
      expect((await staff.call('PUT', `/albums/${album._id}`, { name: 'No' })).statusCode).toBe(404);
      expect((await staff.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    }
    expect((await admin.call('PUT', `/users/${root.user._id}`, { name: 'Renamed' })).statusCode).toBe(404);
    expect((await otherRoot.call('PUT', `/users/${root.user._id}`, { name: 'Renamed' })).statusCode).toBe(200);
  });

  it('is undone with the change when that fails', async () => {
    const admin = await someone('admin');
    await forgeView(test, admin, ana.user._id);
    const [fixed] = (await ana.call('GET', `/albums/${ana.user._id}`))
      .json<{ result: { _id: string; albumType: string }[] }>()
      .result.filter((album) => album.albumType === 'default');
    const before = (await trail()).length;
    expect((await admin.call('PUT', `/albums/${fixed?._id}`, { name: 'Not this one' })).json()).toMatchObject({ code: 'ALBUM_DEFAULT' });
    expect(await trail()).toHaveLength(before);
  });
});
