import type { PersonRow } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aPlan, type TestPerson } from '../../testing/builders.ts';
import { aSubscription } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let root: TestPerson;
let admin: TestPerson;
let partner: TestPerson;
let partnerUser: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  root = await aPersonWith('Rita Root', { role: 'admin', is_super_admin: true });
  admin = await aPersonWith('Adam Admin', { role: 'admin' });
  partner = await aPersonWith('Petra Partner', { role: 'admin', platform: 'WV' });
  partnerUser = await aPersonWith('Theo Viewer', { platform: 'WV' });
});
afterAll(() => test.close());

async function aPersonWith(name: string, change: object = {}): Promise<TestPerson> {
  const person = await aPerson(test, { name });
  if (Object.keys(change).length > 0) await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
  return person;
}
const list = async (actor: TestPerson, query = '') => {
  const answer = await actor.call('GET', `/users/search/user?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ result: PersonRow[] }>().result;
};
const namesOf = (rows: PersonRow[]) => rows.map(({ name }) => name);

describe('the list of people', () => {
  it('contains all columns of each account', async () => {
    const ana = await aPersonWith('Ana Lima');
    const { subscription } = await aSubscription(ana);
    expect(await list(admin, `string=${ana.email}`)).toEqual([
      expect.objectContaining({
        _id: ana.user._id,
        name: 'Ana Lima',
        email: ana.email,
        role: 'user',
        disable: false,
        showMenu: 1,
        platform: 'PP',
        subscriptionId: subscription.id,
        subscription: expect.objectContaining({
          name: 'Single User',
          planType: 'pp_plan',
          interval: 'month',
          amount: 29_900,
          device: 5,
          planStorage: 15e9,
          source: 'card',
          endDate: subscription.current_period_end,
        }) as object,
        plan: expect.objectContaining({ planName: 'Single User', isTrial: false, hasEnded: false }) as object,
        endDate: subscription.current_period_end,
        abilities: {
          edit: true,
          enable: true,
          roles: ['admin', 'support', 'user'],
          superAdmin: false,
          password: true,
          secondFactor: false,
          sessions: true,
          menu: false,
          plan: true,
          open: true,
        },
      }),
    ]);
  });

  it('accepts the empty parameters of the specification’s pages', async () => {
    const rows = await list(admin, 'dataPerPage=10&page=1&startDate=&endDate=&sort=&filter=&string=&disabled=1');
    expect(rows.length).toBeGreaterThan(3);
    expect(namesOf(await list(admin, 'sort=name-az&filter=admin'))).toEqual(['Adam Admin', 'Petra Partner', 'Rita Root']);
    expect(namesOf(await list(admin, 'sort=name-za&filter=admin&platform=PP'))).toEqual(['Rita Root', 'Adam Admin']);
    expect(namesOf(await list(admin, 'sort=name-az&filter=admin&dataPerPage=1&page=2'))).toEqual(['Petra Partner']);
  });

  it('filters by registration date, and includes disabled accounts on request', async () => {
    const gone = await aPersonWith('Gone Girl', { disabled_at: new Date(), created_at: new Date('2020-05-05T12:00:00Z') });
    const [from, until] = [Date.UTC(2020, 4, 5), Date.UTC(2020, 4, 6)];
    expect(await list(admin, `startDate=${from}&endDate=${until}`)).toEqual([]);
    expect(await list(admin, `startDate=${from}&endDate=${until}&disabled=1`)).toMatchObject([{ _id: gone.user._id, disable: true }]);
    expect(await list(admin, `startDate=${until}&endDate=${from}&disabled=1`)).toEqual([]);
  });

  it('shows administrators of the partner only accounts of the partner', async () => {
    expect(namesOf(await list(partner, 'sort=name-az'))).toEqual(['Petra Partner', 'Theo Viewer']);
    expect(await list(partner, 'platform=PP')).toEqual([]);
    expect(await list(partner, `string=${admin.email}`)).toEqual([]);
    expect(await list(partner, 'string=adam')).toEqual([]);
    expect(await list(partner, `after=${admin.user._id}&sort=name-za`)).toEqual([]);
    const csv = (await partner.call('GET', '/users/search/user/csv')).body;
    expect(csv).toContain(partnerUser.email);
    expect(csv).not.toContain(admin.email);
  });

  it.each([
    'sort=role',
    'filter=superAdmin',
    'startDate=yesterday',
    'endDate=-1',
    'disabled=yes',
    'dataPerPage=0',
    'dataPerPage=101',
    'page=0',
    'after=1',
    `string=${'x'.repeat(255)}`,
    'platform=XX',
    'startDate=9e99',
  ])('refuses %s', async (query) => {
    expect((await admin.call('GET', `/users/search/user?${query}`)).json()).toMatchObject({ code: 'INVALID' });
  });

  it.each(["' or 1=1 --", '%', '_', '\\', '{a,b}', '😀', '\u0000'])('finds no account for %j', async (text) => {
    const answer = await admin.call('GET', `/users/search/user?string=${encodeURIComponent(text)}`);
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode === 200) expect(answer.json<{ result: unknown[] }>().result).toEqual([]);
  });

  it('finds a part of the name or address, ignoring case', async () => {
    const ben = await aPersonWith('Benedikt Ångström');
    for (const text of ['dikt å', 'BENEDIKT', ben.email.slice(0, 12).toUpperCase()])
      expect(await list(admin, `string=${encodeURIComponent(text)}`)).toMatchObject([{ _id: ben.user._id }]);
    await admin.call('PUT', `/users/${ben.user._id}`, { name: 'Nobody Else' });
    expect(await list(admin, 'string=benedikt')).toEqual([]);
    expect(await list(admin, 'string=nobody')).toMatchObject([{ _id: ben.user._id }]);
  });
});

describe('the CSV export of people', () => {
  it('contains the filtered accounts and escapes formulas', async () => {
    const eve = await aPersonWith('=cmd(),"x"', { phone_no: '+15551234567' });
    const answer = await admin.call('GET', `/users/search/user/csv?string=${eve.email}`);
    expect(answer.headers['content-disposition']).toContain('users.csv');
    const [head, line, end] = answer.body.split('\r\n');
    expect(head).toContain('Name,Email,Role,Status,Platform,Plan,Plan expiry,Registered,Phone');
    expect(line).toMatch(/^"'=cmd\(\),""x""",/);
    expect(line).toMatch(/,'\+15551234567$/);
    expect(end).toBe('');
  });
});

describe('details of an account', () => {
  const read = async (actor: TestPerson, target: TestPerson) =>
    (await actor.call('GET', `/users/search/user/${target.user._id}`)).json<{ result: object }>().result;

  it('contain the active plans and the used storage', async () => {
    const ana = await aPersonWith('Ana Both');
    await aSubscription(ana);
    await admin.call('PUT', `/users/${ana.user._id}`, { subscription: { name: 'Family Plan', endDate: Date.now() + 86_400_000 } });
    expect(await read(admin, ana)).toMatchObject({
      isVerified: true,
      storage: { used: 0, quota: 35e9 },
      paid: { planName: 'Single User', state: 'active' },
      given: { planName: 'Family Plan', source: 'given', amount: 0 },
      plan: { planName: 'Family Plan' },
    });
    const seenByCustomer = (await ana.call('GET', `/subscriptions/${ana.user._id}`)).json<{ result: { endDate: string } }>().result;
    const [listed] = (await admin.call('GET', `/users/search/user?string=${ana.email}`)).json<{ result: { plan: object }[] }>().result;
    expect(await read(admin, ana)).toMatchObject({ plan: { endDate: seenByCustomer.endDate } });
    expect(listed).toMatchObject({ plan: { endDate: seenByCustomer.endDate } });
    const plain = await aPersonWith('No Plan Yet');
    expect(await read(admin, plain)).toMatchObject({
      paid: null,
      given: null,
      subscription: null,
      plan: { planName: 'Free', isTrial: true },
    });
    await aPlan(test, plain, { planName: 'Old', endsAt: new Date(0) });
    expect(await read(admin, plain)).toMatchObject({ plan: { planName: 'Old', hasEnded: true } });
  });

  it('contain the actions that the caller may perform', async () => {
    expect(await read(root, partnerUser)).toMatchObject({
      abilities: { roles: ['admin', 'support', 'advUser', 'user', 'host'], superAdmin: false, menu: true, plan: true, open: true },
    });
    expect(await read(root, admin)).toMatchObject({ abilities: { superAdmin: true } });
    expect(await read(admin, root)).toMatchObject({
      abilities: { edit: false, enable: false, roles: [], superAdmin: false, password: false, plan: false, open: false },
    });
    expect(await read(admin, admin)).toMatchObject({
      plan: null,
      abilities: { edit: true, enable: false, roles: [], password: false, open: false },
    });
    const support = await aPersonWith('Sam Support', { role: 'support' });
    expect(await read(support, partnerUser)).toMatchObject({
      abilities: { edit: false, enable: false, roles: [], password: false, menu: false, plan: false, open: true },
    });
  });

  it('are limited to accounts of the partner for its administrators', async () => {
    expect((await partner.call('GET', `/users/search/user/${partnerUser.user._id}`)).statusCode).toBe(200);
    expect((await partner.call('GET', `/users/search/user/${admin.user._id}`)).statusCode).toBe(404);
  });
});
