import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, PASSWORD, signIn, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let root: TestPerson;
let admin: TestPerson;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.updateTable('users').set({ is_super_admin: false }).execute();
  root = await createUser({ role: 'admin', is_super_admin: true });
  admin = await createUser({ role: 'admin' });
  ana = await aPerson(test);
});

async function createUser(change: { role?: string; is_super_admin?: boolean; platform?: string }): Promise<TestPerson> {
  const person = await aPerson(test);
  await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
  return person;
}

const idOf = ({ user }: TestPerson) => user._id;
const setStatus = (actor: TestPerson, target: TestPerson, status: boolean, updatedAt?: string) =>
  actor.call('PUT', `/users/status/${idOf(target)}`, { status, updatedAt });
const setRole = (actor: TestPerson, target: TestPerson, roleName: string, updatedAt?: string) =>
  actor.call('PUT', `/users/roles/${idOf(target)}`, { roleName, updatedAt });
const edit = (actor: TestPerson, target: TestPerson, body: object) => actor.call('PUT', `/users/${idOf(target)}`, body);
const read = async (target: TestPerson) =>
  test.db
    .selectFrom('users')
    .select(['name', 'role', 'is_super_admin', 'disabled_at', 'show_menu'])
    .where('id', '=', idOf(target))
    .executeTakeFirst();
const seen = async (actor: TestPerson, target: TestPerson) =>
  (await actor.call('GET', `/users/search/user/${idOf(target)}`)).json<{ result: { updatedAt: string } }>().result;
const mailsTo = (target: TestPerson) => test.printed.filter((line) => line.startsWith(`Email to ${target.email}`));

describe('deactivating an account', () => {
  it('ends its sessions, sends an email and is audited, until the account is activated', async () => {
    expect((await setStatus(admin, ana, false)).json()).toMatchObject({ message: 'Account deactivated' });
    expect((await ana.call('GET', '/users/sessions')).statusCode).toBe(401);
    expect((await setStatus(admin, ana, false)).statusCode).toBe(200);
    await test.runJobs();
    expect(mailsTo(ana)).toHaveLength(1);
    expect((await setStatus(admin, ana, true)).json()).toMatchObject({ message: 'Account activated' });
    expect((await (await signIn(test, ana)).call('GET', '/users/sessions')).statusCode).toBe(200);
    const [off, , on] = await listAuditEntries(test, idOf(ana));
    expect(off).toMatchObject({ action: 'account.enable', actorId: idOf(admin), userId: idOf(ana), before: { disabled_at: null } });
    expect(off?.after?.['disabled_at']).toEqual(expect.any(String));
    expect(on).toMatchObject({ after: { disabled_at: null } });
  });

  it('is allowed to administrators, for accounts that they can see', async () => {
    const [support, partner] = [await createUser({ role: 'support' }), await createUser({ role: 'admin', platform: 'WV' })];
    for (const actor of [ana, support, partner]) expect((await setStatus(actor, await aPerson(test), false)).statusCode).toBe(404);
    expect((await setStatus(admin, root, false)).statusCode).toBe(404);
    const theirs = await createUser({ platform: 'WV' });
    expect((await setStatus(partner, theirs, false)).statusCode).toBe(200);
  });

  it('is refused for the own account', async () => {
    for (const actor of [admin, root]) expect((await setStatus(actor, actor, false)).json()).toMatchObject({ code: 'OWN_ACCOUNT' });
  });

  it.each([{}, { status: 'false' }, { status: false, role: 'admin' }, { status: false, updatedAt: 'yesterday' }])(
    'is refused with %j',
    async (body) => {
      expect((await admin.call('PUT', `/users/status/${idOf(ana)}`, body)).json()).toMatchObject({ code: 'INVALID' });
      expect(await read(ana)).toMatchObject({ disabled_at: null });
    },
  );
});

describe('changing a role', () => {
  it('applies from the next request on', async () => {
    expect((await setRole(admin, ana, 'support')).statusCode).toBe(200);
    expect((await ana.call('GET', '/users/search/user')).statusCode).toBe(200);
    expect((await setRole(admin, ana, 'user')).statusCode).toBe(200);
    expect((await ana.call('GET', '/users/search/user')).statusCode).toBe(404);
    expect(await listAuditEntries(test, idOf(ana))).toMatchObject([
      { action: 'account.role', before: { role: 'user' }, after: { role: 'support' } },
      { action: 'account.role', before: { role: 'support' }, after: { role: 'user' } },
    ]);
  });

  it('removes the previous role immediately', async () => {
    const other = await createUser({ role: 'admin' });
    await setRole(admin, other, 'user');
    expect((await setStatus(other, ana, false)).statusCode).toBe(404);
    expect((await edit(other, ana, { name: 'No' })).statusCode).toBe(404);
  });

  it.each([
    ['admin', 'host', 404],
    ['admin', 'advUser', 404],
    ['admin', 'admin', 200],
    ['root', 'host', 200],
    ['root', 'advUser', 200],
  ] as const)('by %s to %s has status %i', async (who, role, status) => {
    expect((await setRole(who === 'root' ? root : admin, ana, role)).statusCode).toBe(status);
  });

  it.each(['superAdmin', 'owner', '', null, 1])('is refused with %j', async (role) => {
    expect((await root.call('PUT', `/users/roles/${idOf(ana)}`, { roleName: role })).json()).toMatchObject({ code: 'INVALID' });
  });

  it('is refused for the own account, and for a super-admin by an administrator', async () => {
    expect((await setRole(admin, admin, 'user')).json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect((await setRole(root, root, 'user')).json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect((await setRole(admin, root, 'user')).statusCode).toBe(404);
    expect(await read(root)).toMatchObject({ role: 'admin', is_super_admin: true });
  });

  it('keeps super-admin rights for the role admin, and removes them for other roles', async () => {
    const other = await createUser({ role: 'admin', is_super_admin: true });
    expect((await setRole(root, other, 'admin')).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ is_super_admin: true });
    expect((await setRole(root, other, 'user')).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ role: 'user', is_super_admin: false });
  });
});

describe('super-admin rights', () => {
  const promote = (actor: TestPerson, target: TestPerson, isSuperAdmin: unknown, roleName = 'admin') =>
    actor.call('PUT', `/users/roles/${idOf(target)}`, { roleName, isSuperAdmin });

  it('are granted to another administrator and removed again by a super-admin', async () => {
    const other = await createUser({ role: 'admin' });
    expect((await promote(root, other, true)).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ role: 'admin', is_super_admin: true });
    expect((await promote(root, other, false)).statusCode).toBe(200);
    expect(await read(other)).toMatchObject({ role: 'admin', is_super_admin: false });
    expect((await promote(root, ana, true)).statusCode).toBe(200);
    expect(await read(ana)).toMatchObject({ role: 'admin', is_super_admin: true });
    await setRole(root, ana, 'user');
  });

  it('are not granted by administrators, to the own account, or with another role', async () => {
    const other = await createUser({ role: 'admin' });
    expect((await promote(admin, other, true)).statusCode).toBe(404);
    expect((await promote(admin, admin, true)).json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect((await promote(root, root, false)).json()).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect((await promote(root, other, true, 'support')).json()).toMatchObject({ code: 'INVALID' });
    expect(await read(other)).toMatchObject({ is_super_admin: false });
    expect(await read(root)).toMatchObject({ is_super_admin: true });
  });
});

describe('the last super-admin', () => {
  it('remains when two super-admins demote or deactivate each other concurrently', async () => {
    for (const act of [
      (actor: TestPerson, target: TestPerson) => setRole(actor, target, 'user'),
      (actor: TestPerson, target: TestPerson) => setStatus(actor, target, false),
    ]) {
      await test.db.updateTable('users').set({ is_super_admin: false }).execute();
      const [one, two] = [
        await createUser({ role: 'admin', is_super_admin: true }),
        await createUser({ role: 'admin', is_super_admin: true }),
      ];
      const answers = await Promise.all([act(one, two), act(two, one)]);
      expect(answers.map(({ statusCode }) => statusCode).filter((code) => code === 200)).toHaveLength(1);
      const left = await test.db
        .selectFrom('users')
        .select('id')
        .where('is_super_admin', '=', true)
        .where('disabled_at', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
    }
  });

  it('cannot delete the account, also not concurrently with another one', async () => {
    const remove = (person: TestPerson) => person.call('DELETE', `/users/${idOf(person)}`, { password: PASSWORD });
    expect((await remove(root)).json()).toMatchObject({ code: 'LAST_SUPER_ADMIN' });
    const other = await createUser({ role: 'admin', is_super_admin: true });
    const codes = (await Promise.all([remove(root), remove(other)]))
      .map(({ statusCode }) => statusCode)
      .toSorted((one, other) => Number(one) - Number(other));
    expect(codes).toEqual([200, 409]);
  });
});

describe('concurrent edits of an account', () => {
  it('are refused with a conflict and change nothing', async () => {
    const { updatedAt } = await seen(admin, ana);
    expect((await edit(admin, ana, { name: 'First', updatedAt })).statusCode).toBe(200);
    const late = [
      await edit(root, ana, { name: 'Second', updatedAt }),
      await edit(root, ana, { showMenu: '0', updatedAt }),
      await edit(root, ana, { subscription: { name: 'Family Plan', endDate: Date.now() + 86_400_000 }, updatedAt }),
      await setRole(root, ana, 'admin', updatedAt),
      await setStatus(root, ana, false, updatedAt),
    ];
    expect(late.map((answer) => answer.json<{ code: string }>().code)).toEqual(Array(5).fill('CHANGED_MEANWHILE'));
    expect(await read(ana)).toEqual({ name: 'First', role: 'user', is_super_admin: false, disabled_at: null, show_menu: true });
    const { updatedAt: now } = await seen(root, ana);
    expect((await edit(root, ana, { name: 'Second', updatedAt: now })).statusCode).toBe(200);
  });

  it('succeed once when they arrive at the same time', async () => {
    const { updatedAt } = await seen(admin, ana);
    const codes = (await Promise.all([setRole(admin, ana, 'admin', updatedAt), setStatus(root, ana, false, updatedAt)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(codes.toSorted((one, other) => Number(one) - Number(other))).toEqual([200, 409]);
  });

  it('are also refused when an administrator grants a plan', async () => {
    const { updatedAt } = await seen(admin, ana);
    const give = (actor: TestPerson) =>
      edit(actor, ana, { subscription: { name: 'Family Plan', endDate: Date.now() + 86_400_000 }, role: 'host', updatedAt });
    expect((await give(admin)).json()).toMatchObject({ message: 'Subscription added to user successfully' });
    expect((await give(root)).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await read(ana)).toMatchObject({ role: 'user' });
  });
});

describe('a name', () => {
  it('may be longer when an administrator sets it', async () => {
    const long = 'N'.repeat(50);
    expect((await edit(admin, ana, { name: long })).statusCode).toBe(200);
    expect((await edit(admin, ana, { name: `${long}N` })).json()).toMatchObject({ code: 'INVALID' });
    expect((await edit(ana, ana, { name: 'N'.repeat(31) })).json()).toMatchObject({
      code: 'INVALID',
      issues: [{ path: 'name', message: 'Should not exceed 30 characters!' }],
    });
    expect((await edit(await createUser({ role: 'support' }), ana, { name: 'No' })).statusCode).toBe(404);
  });
});

describe('the menu of the console', () => {
  it('is changed by super-admins only', async () => {
    expect((await edit(root, admin, { showMenu: '0' })).json()).toMatchObject({ message: 'Menu deactivated', result: { showMenu: 0 } });
    expect((await edit(root, admin, { showMenu: '1' })).json()).toMatchObject({ message: 'Menu activated', result: { showMenu: 1 } });
    expect((await edit(root, root, { showMenu: '0' })).statusCode).toBe(200);
    for (const actor of [admin, ana]) {
      expect((await edit(actor, ana, { showMenu: '0' })).statusCode).toBe(404);
      expect((await edit(actor, actor, { showMenu: '0' })).statusCode).toBe(404);
    }
    expect((await edit(root, ana, { showMenu: 0 })).json()).toMatchObject({ code: 'INVALID' });
    expect(await listAuditEntries(test, idOf(root))).toMatchObject([{ action: 'account.menu', after: { show_menu: false } }]);
  });
});

describe('a password', () => {
  const setPassword = (actor: TestPerson, target: TestPerson, body: object = {}) =>
    actor.call('PUT', '/users/password', { adminPassword: PASSWORD, newPassword: 'another long one', userId: idOf(target), ...body });

  it('is set by an administrator with their own password, ends all sessions and is announced by email', async () => {
    expect((await setPassword(admin, ana)).statusCode).toBe(200);
    expect((await ana.call('GET', '/users/sessions')).statusCode).toBe(401);
    await test.runJobs();
    expect(mailsTo(ana)).toEqual([expect.stringContaining('An administrator set a new password')]);
    expect((await signIn(test, { ...ana, password: 'another long one' })).token).toEqual(expect.any(String));
    const trail = await listAuditEntries(test, idOf(ana));
    expect(trail).toMatchObject([{ action: 'account.password', actorId: idOf(admin) }]);
    expect(JSON.stringify(trail)).not.toMatch(/argon|another/);
  });

  it('is refused with a wrong, short or missing password and without permission', async () => {
    expect((await setPassword(admin, ana, { adminPassword: 'wrong horse' })).json()).toMatchObject({
      code: 'PASSWORD_CHANGE_ERROR',
      message: 'Please make sure your current password match',
    });
    expect((await setPassword(admin, ana, { newPassword: 'short' })).json()).toMatchObject({
      message: 'Must be 8 or more than 8 characters',
    });
    expect((await setPassword(admin, ana, { adminPassword: undefined })).json()).toMatchObject({ message: 'Password field is required' });
    for (const actor of [await aPerson(test), await createUser({ role: 'support' }), await createUser({ role: 'admin', platform: 'WV' })])
      expect((await setPassword(actor, ana)).statusCode).toBe(404);
    expect((await setPassword(admin, root)).statusCode).toBe(404);
    expect((await ana.call('GET', '/users/sessions')).statusCode).toBe(200);
  });
});
