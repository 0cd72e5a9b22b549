/** Changes to versions by administrators: exactly one base version, no overwritten changes, nothing removed from screens. */
import type { DeviceVersion } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let admin: TestPerson;
let support: TestPerson;
let partner: TestPerson;
let user: TestPerson;

beforeAll(async () => {
  test = await openTestApp();
  [admin, support, partner, user] = [await aPerson(test), await aPerson(test), await aPerson(test), await aPerson(test)];
  const updateAccount = (person: TestPerson, values: object) =>
    test.db.updateTable('users').set(values).where('id', '=', person.user._id).execute();
  await updateAccount(admin, { role: 'admin' });
  await updateAccount(support, { role: 'support' });
  await updateAccount(partner, { role: 'admin', platform: 'WV' });
});
afterAll(() => test.close());

const form = (versionCode: string, more: object = {}) => ({
  name: 'Night mode',
  versionCode,
  url: 'https://vitrine.test/screen',
  releaseNote: '',
  platform: 'PP',
  ...more,
});
const add = (body: object, actor = admin) => actor.call('POST', '/versions', body);
const addVersion = async (versionCode: string, more?: object) =>
  (await add(form(versionCode, more))).json<{ result: DeviceVersion }>().result;
const change = (version: DeviceVersion, body: object, actor = admin) => actor.call('PUT', `/versions/${version._id}`, body);
const list = async (actor = admin) => (await actor.call('GET', '/versions')).json<{ result: DeviceVersion[] }>().result;
const bases = async () => (await list()).filter(({ type }) => type === 1).map(({ versionCode }) => versionCode);

describe('versions of the console', () => {
  it('have exactly one base version, which cannot be deleted', async () => {
    const [first, second] = [await addVersion('b1'), await addVersion('b2')];
    expect(await bases()).toEqual(['b1']);
    expect((await change(second, { type: 1 })).statusCode).toBe(200);
    expect(await bases()).toEqual(['b2']);
    await Promise.all([change(first, { type: 1 }), change(second, { type: 1 })]);
    expect(await bases()).toHaveLength(1);
    await change(first, { type: 1 });
    expect((await admin.call('DELETE', `/versions/${first._id}`)).json()).toMatchObject({ code: 'VERSION_REFUSED' });
    expect((await admin.call('DELETE', `/versions/${second._id}`)).statusCode).toBe(200);
    expect(await bases()).toEqual(['b1']);
  });

  it('refuse conflicting edits, but allow changes of visibility and base in the meantime', async () => {
    const version = await addVersion('e1');
    await change(version, { isVisible: false });
    await change(version, { type: 1 });
    const edited = await change(version, { ...form('e1', { name: 'Dusk' }), updatedAt: version.updatedAt });
    expect(edited.json()).toMatchObject({ result: { name: 'Dusk', isVisible: false, type: 1 } });
    const late = await change(version, { ...form('e1', { name: 'Dawn' }), updatedAt: version.updatedAt });
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'VERSION_CHANGED' }]);
  });

  it.each([
    ['an existing number', form('e1'), 409, 'A version with this number already exists.'],
    ['no name', form('r1', { name: ' ' }), 422, 'Name is required'],
    ['a short name', form('r1', { name: 'x' }), 422, 'Too Short!'],
    ['a long name', form('r1', { name: 'x'.repeat(31) }), 422, 'Too Long!'],
    ['no number', form(''), 422, 'Version number is required'],
    ['no URL', form('r1', { url: '' }), 422, 'URL is required'],
    ['a javascript URL', form('r1', { url: 'javascript:alert(1)' }), 422, 'The URL has to begin with http:// or https://.'],
    ['a file URL', form('r1', { url: 'file:///etc/passwd' }), 422, 'The URL has to begin with http:// or https://.'],
  ])('are refused with %s', async (_name, body, status, message) => {
    const answer = await add(body);
    expect([answer.statusCode, JSON.stringify(answer.json())]).toEqual([status, expect.stringContaining(message)]);
  });

  it('are listed to users while visible, to the partner on its platform, and changed by administrators only', async () => {
    const hidden = await addVersion('s1');
    await change(hidden, { isVisible: false });
    await addVersion('s2', { platform: 'WV' });
    const codes = async (actor: TestPerson) => (await list(actor)).map(({ versionCode }) => versionCode);
    expect(await codes(support)).toEqual(expect.arrayContaining(['s1', 's2']));
    expect(await codes(user)).not.toContain('s1');
    expect(await codes(partner)).toEqual(['s2']);
    for (const actor of [support, partner, user]) {
      expect((await add(form('s3'), actor)).statusCode).toBe(404);
      expect((await change(hidden, { isVisible: true }, actor)).statusCode).toBe(404);
    }
  });

  it('are exported as CSV, limited to the partner’s platform for the partner', async () => {
    const [ours, theirs] = [await addVersion('csv-1'), await addVersion('csv-2', { platform: 'WV', releaseNote: 'Calmer, and quicker' })];
    const csv = async (actor: TestPerson) => (await actor.call('GET', '/versions/export/csv')).body;
    expect(await csv(admin)).toContain(`Night mode,csv-1,PP,https://vitrine.test/screen,,Yes,No,No,${ours.createdAt}`);
    expect(await csv(partner)).toContain(
      `Night mode,csv-2,WV,https://vitrine.test/screen,"Calmer, and quicker",Yes,No,No,${theirs.createdAt}`,
    );
    expect(await csv(partner)).not.toContain('csv-1');
  });
});
