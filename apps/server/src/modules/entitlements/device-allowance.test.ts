/** The number of devices that an administrator allows an account. */
import type { PersonDetails } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, aPlan, aScreen, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let admin: TestPerson;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  admin = await createStaff({ role: 'admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
});

async function createStaff(change: { role: string; platform?: string }): Promise<TestPerson> {
  const person = await aPerson(test);
  await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
  return person;
}

const allow = (actor: TestPerson, target: TestPerson, deviceAllowance: unknown, updatedAt?: string) =>
  actor.call('PUT', `/users/${target.user._id}`, { deviceAllowance, updatedAt });
const read = async (target: TestPerson) =>
  (await admin.call('GET', `/users/search/user/${target.user._id}`)).json<{ result: PersonDetails }>().result;
const addDevice = async (person: TestPerson) => {
  const { deviceId } = await aScreen(test);
  return person.call('POST', '/devices', { name: 'Hall', deviceId, timeZone: 'UTC' });
};

it('replaces the number of the plan, also of a plan that starts later, until it is removed', async () => {
  expect((await addDevice(ana)).statusCode).toBe(201);
  expect((await addDevice(ana)).json()).toMatchObject({ code: 'DEVICE_LIMIT' });
  expect((await allow(admin, ana, 3)).statusCode).toBe(200);
  expect((await addDevice(ana)).statusCode).toBe(201);
  await aPlan(test, ana, { devices: 2 });
  expect((await read(ana)).devices).toEqual({ used: 2, included: 2, extra: 0, allowance: 3 });
  expect((await addDevice(ana)).statusCode).toBe(201);
  expect((await allow(admin, ana, null)).statusCode).toBe(200);
  expect((await read(ana)).devices).toEqual({ used: 3, included: 2, extra: 0, allowance: null });
  expect((await addDevice(ana)).json()).toMatchObject({ code: 'DEVICE_LIMIT' });
});

it('is not exceeded by concurrent additions', async () => {
  await allow(admin, ana, 3);
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => addDevice(ana)))).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
});

it('is audited with the number before and after', async () => {
  await allow(admin, ana, 150);
  await allow(admin, ana, 151);
  expect(await listAuditEntries(test, ana.user._id)).toMatchObject([
    { action: 'account.plan', actorId: admin.user._id, before: { device_allowance: null }, after: { device_allowance: 150 } },
    { action: 'account.plan', before: { device_allowance: 150 }, after: { device_allowance: 151 } },
  ]);
});

it('is not replaced by an administrator who has read an older number', async () => {
  const { updatedAt } = await read(ana);
  expect((await allow(admin, ana, 150, updatedAt)).statusCode).toBe(200);
  expect((await allow(admin, ana, 2, updatedAt)).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect((await read(ana)).devices.allowance).toBe(150);
});

describe('permission', () => {
  it('is refused to users for the own account, to support, and to administrators of another platform', async () => {
    const others = [ana, await createStaff({ role: 'support' }), await createStaff({ role: 'admin', platform: 'WV' })];
    for (const actor of others) expect((await allow(actor, ana, 150)).statusCode).toBe(404);
    expect((await read(ana)).devices.allowance).toBeNull();
  });

  it('is refused for staff, who have no plan', async () => {
    expect((await allow(admin, await createStaff({ role: 'support' }), 150)).statusCode).toBe(404);
  });
});

it.each([-1, 1.5, 100_001, '150', {}, Number.MAX_SAFE_INTEGER])('is refused with %j', async (number) => {
  expect((await allow(admin, ana, number)).json()).toMatchObject({ code: 'INVALID' });
});
