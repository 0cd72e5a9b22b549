/** Suggestions for family members: accounts that share albums with the caller, and the account with an exact address. */
import { listKnownPeople } from '@vitrine/contract/organisations.endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAlbum, aPerson, callEndpoint, type TestPerson } from '../../testing/builders.ts';
import { aFamily } from '../../testing/families.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { joinAlbum, shareAlbum } from '../../testing/sharing.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(() => test.close());

const list = async (string?: string, dataPerPage = 10_000) =>
  (await callEndpoint(ana, listKnownPeople, { query: { dataPerPage, ...(string !== undefined && { string }) } })).map(
    ({ name, canBeAdded }) => (canBeAdded ? name : `(${name})`),
  );

it('contains accounts of accepted album shares in both directions', async () => {
  const [ben, cleo, dora, eva] = await Promise.all(['Ben', 'Cleo', 'Dora', 'Eva'].map((name) => aPerson(test, { name })));
  if (!ben || !cleo || !dora || !eva) throw new Error('An account is missing');
  expect(await list()).toEqual([]);
  const [own, theirs] = [await anAlbum(ana), await anAlbum(cleo)];
  await joinAlbum(ana, own._id, ben, 'read');
  await shareAlbum(ana, own._id, eva, 'read');
  await joinAlbum(cleo, theirs._id, dora, 'read');
  await shareAlbum(cleo, theirs._id, ana, 'read');
  // Ana has not accepted Cleo's invitation yet.
  expect(await list()).toEqual(['Ben']);
  await joinAlbum(cleo, (await anAlbum(cleo))._id, ana, 'read');
  expect(await list()).toEqual(['Ben', 'Cleo']);
  const [notice] = (await ana.call('GET', `/notifications/${ana.user._id}`))
    .json<{ result: { invitationId: string | null }[] }>()
    .result.filter(({ invitationId }) => invitationId !== null);
  await ana.call('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept' });
  expect(await list()).toEqual(['Ben', 'Cleo', 'Dora']);
  expect(await list(undefined, 2)).toHaveLength(2);
  await cleo.call('DELETE', `/albums/${theirs._id}`);
  expect(await list()).toEqual(['Ben', 'Cleo']);
});

it('finds an account only by its exact address', async () => {
  const fay = await aPerson(test, { name: 'Fay' });
  expect(await list(fay.email.toUpperCase())).toEqual(['Fay', 'Ben', 'Cleo']);
  for (const part of [fay.email.slice(0, -1), fay.email.slice(1), '%', 'Fay', '']) expect(await list(part)).toEqual(['Ben', 'Cleo']);
});

it('excludes the caller and accounts that cannot be in a family', async () => {
  expect(await list(ana.email)).toEqual(['Ben', 'Cleo']);
  for (const change of [{ role: 'host' }, { disabled_at: new Date() }, { verified_at: null }]) {
    const person = await aPerson(test, { name: 'Nobody' });
    await test.db.updateTable('users').set(change).where('id', '=', person.user._id).execute();
    expect(await list(person.email)).toEqual(['Ben', 'Cleo']);
  }
});

it('excludes accounts of another platform', async () => {
  const partner = await aPerson(test, { name: 'Pia' });
  await test.db.updateTable('users').set({ platform: 'WV' }).where('id', '=', partner.user._id).execute();
  expect(await list(partner.email)).toEqual(['Ben', 'Cleo']);
});

it('limits exact lookups to 300 a day under concurrent requests', async () => {
  const [finder, stranger] = [await aPerson(test), await aPerson(test, { name: 'Quin' })];
  const find = () => callEndpoint(finder, listKnownPeople, { query: { dataPerPage: 10, string: stranger.email } });
  expect(await find()).toHaveLength(1);
  await test.db.updateTable('attempt_counts').set({ count: 290 }).execute();
  const found = await Promise.all(Array.from({ length: 50 }, find));
  expect(found.flat()).toHaveLength(10);
  await test.db.deleteFrom('attempt_counts').execute();
});

it('marks accounts that are already in a family', async () => {
  const gus = await aPerson(test, { name: 'Gus' });
  await aFamily(test, await aPerson(test), [gus]);
  expect(await list(gus.email)).toEqual(['(Gus)', 'Ben', 'Cleo']);
});
