import { randomUUID } from 'node:crypto';
import type { CapFeeds } from '@vitrine/contract/cap-feeds';
import type { CapResult, EmergencyAlert } from '@vitrine/contract/emergency';
import { insertApiToken } from '../../apps/server/src/testing/api-tokens.ts';
import { aCapAlert, createSigningKey, signXml } from '../../apps/server/src/testing/cap.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { createVictim } from './hostile-emergency.ts';
import { HARMFUL_PATHS, PRIVATE_ADDRESSES, SITE, withSite } from './hostile-sources.ts';
import { assert } from './round.ts';

const FEEDS_PER_OWNER = 5;
const STATE_LIMIT_MS = 120_000;
const SENT_AT_ONCE = 10;
const CERTIFICATES = 50;

const listAlerts = (owner: ApiPerson) => owner.request<EmergencyAlert[]>('GET', '/emergency/alerts');
const listFeeds = async (owner: ApiPerson) => (await owner.request<CapFeeds>('GET', '/emergency/feeds')).feeds;
const addFeed = (owner: ApiPerson, address: string) =>
  owner.call('POST', '/emergency/feeds', { name: 'Warnings', address, intervalMinutes: 1 });

/** Adds feeds, waits until each was tried, and deletes them. Returns their states. */
async function tryFeeds(owner: ApiPerson, addresses: readonly string[]): Promise<string[]> {
  const statuses = (await Promise.all(addresses.map((address) => addFeed(owner, address)))).map(({ status }) => status);
  assert(
    statuses.every((status) => status === 201),
    `a feed was answered with ${statuses.join(', ')}`,
  );
  const isDone = async () => (await listFeeds(owner)).every(({ state }) => state !== 'waiting');
  await until('all feeds were tried', isDone, STATE_LIMIT_MS);
  const feeds = await listFeeds(owner);
  for (const { _id } of feeds) await owner.request('DELETE', `/emergency/feeds/${_id}`);
  return feeds.map(({ state }) => state);
}

/** Alerts of an authority's enemy: huge, old, cancelled, forged, wrapped, and sent many times at once. Only the genuine one raises the message, once. */
export const forgeCapAlerts: Attack = {
  name: 'CAP alerts that are huge, old, cancelled, badly signed, wrapped and sent many times',
  async run(attacker) {
    const { owner } = await createVictim(attacker, { cap: { events: ['flood'] } });
    const key = createSigningKey();
    await owner.request('PUT', '/emergency/cap/keys', { trustedKeys: key.publicKey });
    const token = await withProductDatabase(owner.product, (db) => insertApiToken(db, owner.userId, ['emergency:raise']));
    const post = async (body: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/cap+xml' };
      const response = await fetch(`${owner.product.origin}/api/emergency/cap`, { method: 'POST', headers, body });
      return { status: response.status, result: ((await response.json()) as { result?: CapResult }).result };
    };
    const id = () => randomUUID();
    const signed = signXml(aCapAlert(id()), key);
    const signature = /<Signature[\s\S]*<\/Signature>/.exec(signed)?.[0] ?? '';
    const old = aCapAlert(id(), { sent: new Date(Date.now() - 72 * 3_600_000).toISOString() }).replace(/<expires>.*<\/expires>/, '');
    const refused = [
      aCapAlert(id()),
      signXml(aCapAlert(id()), createSigningKey()),
      signed.replace('Harbor', 'Everywhere'),
      aCapAlert(id()).replace('</alert>', `${signature}</alert>`),
      aCapAlert(id()).replace('</alert>', `${signed}</alert>`),
      signed.replace(signature, `${signature}${signature}`),
      `${signed.slice(0, -'</alert>'.length)}${'<a>'.repeat(60_000)}`,
      ' '.repeat(300_000),
    ];
    for (const xml of refused) {
      const { status } = await post(xml);
      assert(status === 422 || status === 413, `a forged CAP alert was answered with ${status}`);
    }
    const cancelled = id();
    const ignored = [
      old,
      aCapAlert(id(), { minutes: -5 }),
      aCapAlert(id(), { type: 'Cancel', references: [cancelled] }),
      aCapAlert(cancelled),
    ];
    for (const xml of ignored)
      assert((await post(signXml(xml, key))).result?.raised.length === 0, 'an outdated CAP alert raised a message');
    assert((await listAlerts(owner)).length === 0, 'a forged or outdated CAP alert raised a message');
    const answers = await Promise.all(Array.from({ length: SENT_AT_ONCE }, () => post(signed)));
    const accepted = answers.filter(({ result }) => result?.isNew);
    assert(accepted.length === 1, `the same CAP alert was accepted ${accepted.length} times`);
    assert((await listAlerts(owner)).length === 1, 'the genuine CAP alert raised no message, or several');
    const many = await owner.call('PUT', '/emergency/cap/keys', { trustedKeys: key.publicKey.repeat(CERTIFICATES) });
    assert(many.status === 422 || many.status === 400, `many keys were answered with ${many.status}`);
  },
};

/** CAP feeds of a server inside the network, directly, by redirects and by the entries of a feed. It must receive no request. */
export const probeNetworkByCapFeeds: Attack = {
  name: 'CAP feeds at addresses of private networks, and with entries that lead there',
  run: (attacker) =>
    withSite(
      (inside) =>
        withSite(async () => {
          for (let at = 0; at < PRIVATE_ADDRESSES.length; at += FEEDS_PER_OWNER) {
            const states = await tryFeeds(attacker, PRIVATE_ADDRESSES.slice(at, at + FEEDS_PER_OWNER));
            assert(
              states.every((state) => state === 'failing'),
              'a private address was fetched',
            );
          }
          await tryFeeds(attacker, [`${SITE}/links`]);
          assert(inside.length === 0, `the server inside the network received ${inside.length} requests`);
        }),
      '127.0.0.2',
    ),
};

/** Feeds that respond slowly, never, or with bombs, and one with thousands of entries. */
export const floodCapFeeds: Attack = {
  name: 'slow, endless and bomb-like CAP feeds, and one with thousands of entries',
  memoryGrowthLimitMb: 400,
  run: (attacker) =>
    withSite(async () => {
      const paths = [...HARMFUL_PATHS.filter((path) => path !== 'changing'), 'links'];
      for (let at = 0; at < paths.length; at += FEEDS_PER_OWNER)
        await tryFeeds(
          attacker,
          paths.slice(at, at + FEEDS_PER_OWNER).map((path) => `${SITE}/${path}`),
        );
      const statuses = (await Promise.all(Array.from({ length: 2 * FEEDS_PER_OWNER }, () => addFeed(attacker, `${SITE}/news`)))).map(
        ({ status }) => status,
      );
      assert(statuses.filter((status) => status === 201).length <= FEEDS_PER_OWNER, 'there was no limit of feeds');
      for (const { _id } of await listFeeds(attacker)) await attacker.request('DELETE', `/emergency/feeds/${_id}`);
    }),
};
