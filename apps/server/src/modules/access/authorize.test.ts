import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { anAlbum, aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { forgeView, viewAccount } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

async function aPersonWithRole(role: string): Promise<TestPerson> {
  const person = await aPerson(test);
  await test.db.updateTable('users').set({ role }).where('id', '=', person.user._id).execute();
  return person;
}

const auditEntries = () => test.db.selectFrom('audit_entries').select('id').where('user_id', '=', ana.user._id).execute();

describe('authorizing access to objects of another account', () => {
  it('lets an administrator who views the account change it, and audits the changes', async () => {
    const admin = await aPersonWithRole('admin');
    const album = await anAlbum(ana, { name: 'Hers' });
    expect((await admin.call('GET', `/albums/${ana.user._id}`)).statusCode).toBe(404);
    expect((await admin.call('PUT', `/albums/${album._id}`, { name: 'Not viewing' })).statusCode).toBe(404);
    await forgeView(test, admin, ana.user._id);
    expect((await admin.call('GET', `/albums/${ana.user._id}`)).statusCode).toBe(200);
    expect(await auditEntries()).toEqual([]);
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

  it('writes no secrets to the audit trail', async () => {
    const admin = await aPersonWithRole('admin');
    const bob = await aPerson(test);
    expect((await admin.call('PUT', `/users/${bob.user._id}`, { name: 'Robert' })).statusCode).toBe(200);
    await admin.call('DELETE', `/users/${bob.user._id}`, { password: bob.password });
    const text = JSON.stringify(await listAuditEntries(test, bob.user._id));
    expect(text).toContain('Robert');
    expect(text).not.toMatch(/hash|argon/);
  });

  it('limits administrators of the partner to accounts of the partner', async () => {
    const partner = await aPersonWithRole('admin');
    const theirs = await aPersonWithRole('user');
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

  it('lets support read but not change', async () => {
    const support = await aPersonWithRole('support');
    const album = await anAlbum(ana);
    await viewAccount(support, ana);
    expect((await support.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(200);
    expect((await support.call('PUT', `/albums/${album._id}`, { name: 'No' })).statusCode).toBe(404);
    expect((await support.call('DELETE', `/albums/${album._id}`)).statusCode).toBe(404);
  });

  it.each(['user', 'host', 'advUser'])('returns 404 to the role %s', async (role) => {
    const other = await aPersonWithRole(role);
    const album = await anAlbum(ana);
    expect((await other.call('GET', `/albums/details/${album._id}`)).statusCode).toBe(404);
    expect((await other.call('PUT', `/albums/${album._id}`, { name: 'No' })).statusCode).toBe(404);
  });

  it('never opens the content of a super-admin, but lets another super-admin edit the account in the console', async () => {
    const [admin, root, otherRoot] = [await aPersonWithRole('admin'), await aPersonWithRole('admin'), await aPersonWithRole('admin')];
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

  it('rolls the audit entry back when the change fails', async () => {
    const admin = await aPersonWithRole('admin');
    await forgeView(test, admin, ana.user._id);
    const [fixed] = (await ana.call('GET', `/albums/${ana.user._id}`))
      .json<{ result: { _id: string; albumType: string }[] }>()
      .result.filter((album) => album.albumType === 'default');
    const before = (await auditEntries()).length;
    expect((await admin.call('PUT', `/albums/${fixed?._id}`, { name: 'Not this one' })).json()).toMatchObject({ code: 'ALBUM_DEFAULT' });
    expect(await auditEntries()).toHaveLength(before);
  });
});
