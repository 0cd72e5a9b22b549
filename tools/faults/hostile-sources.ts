import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Source } from '@vitrine/contract/sources';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

/** Port of the attacker's site, below those that other test servers use. */
export const SITE_PORT = 9871;
/** Settings of the attacked server: only the attacker's site on this machine may be requested. */
export const SOURCE_ENV = { SOURCES_ALLOW: '127.0.0.1/32', SOURCES_PORTS: String(SITE_PORT) };
export const SITE = `http://127.0.0.1:${SITE_PORT}`;

const SOURCES = 100;
const OTHER_SOURCE_LIMIT_MS = 20_000;
const STATE_LIMIT_MS = 60_000;
const DRIP_MS = 1000;
const FETCH_CALLS = 100;
const CHANGES = 30;

const feed = (title: string) => `<rss version="2.0"><channel><title>News</title><item><title>${title}</title></item></channel></rss>`;
const entities = Array.from({ length: 20 }, (_, level) => `<!ENTITY e${level + 1} "&e${level};&e${level};&e${level};&e${level};">`).join(
  '',
);
const ENTITY_BOMB = `<!DOCTYPE rss [<!ENTITY e0 "lol">${entities}]><rss version="2.0"><channel><title>&e20;</title></channel></rss>`;
const NESTED = `<rss version="2.0"><channel>${'<item>'.repeat(400_000)}`;
const ENDLESS_RULE = `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nDTSTART:00010101T000000Z\nRRULE:FREQ=SECONDLY\nSUMMARY:x\nEND:VEVENT\n'.repeat(20_000)}END:VCALENDAR`;
const DEFLATED_BOMB = gzipSync(Buffer.alloc(200e6));

/** A feed whose entries lead to harmful answers, and into the network. */
const MANY_LINKS = `<feed>${Array.from({ length: 5000 }, (_, at) => `<entry><link href="/${['silent', 'bomb', 'entities', 'inside'][at % 4]}?${at}"/></entry>`).join('')}</feed>`;

/** Responses of the attacker's site by path. */
const RESPONSES: Record<string, (response: ServerResponse) => void> = {
  silent: () => undefined,
  slow: (response) => {
    response.writeHead(200).flushHeaders();
    const timer = setInterval(() => response.write(' '), DRIP_MS);
    response.on('close', () => clearInterval(timer));
  },
  drip: (response) => {
    const head = [...'HTTP/1.1 204 No Content\r\n'];
    const timer = setInterval(() => response.socket?.write(head.shift() ?? 'x'), DRIP_MS);
    response.on('close', () => clearInterval(timer));
  },
  endless: (response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
    };
    response.on('drain', write).on('error', () => undefined);
    write();
  },
  bomb: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(DEFLATED_BOMB),
  entities: (response) => response.end(ENTITY_BOMB),
  nested: (response) => response.end(NESTED),
  rules: (response) => response.end(ENDLESS_RULE),
  loop: (response) => response.writeHead(302, { location: '/loop' }).end(),
  inside: (response) => response.writeHead(302, { location: `http://127.0.0.2:${SITE_PORT}/secret` }).end(),
  changing: (response) => response.end(feed(String(Math.random()))),
  links: (response) => response.end(MANY_LINKS),
  news: (response) => response.end(feed('Bridge opened')),
};
export const HARMFUL_PATHS = ['silent', 'slow', 'endless', 'bomb', 'entities', 'nested', 'rules', 'loop', 'changing'];

/** Starts a site on this machine, runs the work and stops the site. */
export async function withSite<T>(work: (requests: string[]) => Promise<T>, host = '127.0.0.1'): Promise<T> {
  const requests: string[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
    const path = (request.url ?? '/').slice(1).split('?')[0] ?? '';
    requests.push(path);
    (RESPONSES[path] ?? RESPONSES['news'])?.(response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(SITE_PORT, host, resolve));
  try {
    return await work(requests);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const listSources = async (person: ApiPerson) => (await person.request<{ sources: Source[] }>('GET', '/sources')).sources;
const create = (person: ApiPerson, address: string, settings: object = { kind: 'feed' }) =>
  person.call<Source>('POST', '/sources', { name: 'News', settings, address });
const deleteAll = async (person: ApiPerson) => {
  for (const { _id } of await listSources(person)) await person.request('DELETE', `/sources/${_id}`);
};
const untilCurrent = (person: ApiPerson, id: string | undefined) =>
  until(
    'the source of the other user is current',
    async () => (await listSources(person)).find(({ _id }) => _id === id)?.state === 'current',
    OTHER_SOURCE_LIMIT_MS,
  );

/** A hundred sources that respond slowly, never, or with bombs. The source of another user must still be fetched soon. */
export const floodSources: Attack = {
  name: 'a hundred slow, endless and bomb-like data sources at once',
  memoryGrowthLimitMb: 400,
  run: (attacker, other) =>
    withSite(async () => {
      const settingsOf = (path: string) => (path === 'rules' ? { kind: 'calendar', timeZone: 'UTC' } : { kind: 'feed' });
      const paths = Array.from({ length: SOURCES }, (_, index) => HARMFUL_PATHS[index % HARMFUL_PATHS.length] ?? '');
      const created = await Promise.all(paths.map((path) => create(attacker, `${SITE}/${path}`, settingsOf(path))));
      assert(
        created.every(({ status }) => status === 201),
        `a source was refused: ${created.find(({ status }) => status !== 201)?.body.message}`,
      );
      assert((await create(attacker, `${SITE}/news`)).status === 409, 'there was no limit of sources');
      for (let time = 0; time < 3; time++) {
        const { body } = await create(other, `${SITE}/news`);
        await untilCurrent(other, body.result?._id);
      }
      await deleteAll(other);
      await deleteAll(attacker);
    }),
};

export const PRIVATE_ADDRESSES = [
  `http://127.0.0.2:${SITE_PORT}/secret`,
  `${SITE}/inside`,
  `http://[::ffff:127.0.0.2]:${SITE_PORT}/secret`,
  `http://0177.0.0.2:${SITE_PORT}/secret`,
  `http://2130706434:${SITE_PORT}/secret`,
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://[fd00::1]/',
  'http://[::1]/',
  'http://localhost:5432/',
  'http://127.0.0.1:5432/',
];

/** Sources of a server inside the network, directly and by redirects. It must receive no request. */
export const probeNetwork: Attack = {
  name: 'data sources at addresses of private networks',
  run: (attacker) =>
    withSite(
      (inside) =>
        withSite(async () => {
          await Promise.all(PRIVATE_ADDRESSES.map((address) => create(attacker, address)));
          const isDone = async () => (await listSources(attacker)).every(({ state }) => state !== 'waiting');
          await until('all sources were tried', isDone, STATE_LIMIT_MS);
          const sources = await listSources(attacker);
          assert(sources.length === PRIVATE_ADDRESSES.length, `only ${sources.length} sources were stored`);
          assert(
            sources.every(({ state }) => state === 'failing'),
            'a private address was fetched',
          );
          assert(inside.length === 0, `the server inside the network received ${inside.length} requests`);
          await deleteAll(attacker);
        }),
      '127.0.0.2',
    ),
};

/** Many calls to fetch one source now, and many changes of its address. The site must not receive a request for each. */
export const floodFetches: Attack = {
  name: 'many requests to fetch one data source at once',
  // Starts the parser, whose start would count as the attack.
  prepare: (attacker) =>
    withSite(async () => {
      await untilCurrent(attacker, (await create(attacker, `${SITE}/news`)).body.result?._id);
      await deleteAll(attacker);
    }),
  run: (attacker) =>
    withSite(async (requests) => {
      const { body } = await create(attacker, `${SITE}/changing`);
      const id = body.result?._id ?? '';
      await untilCurrent(attacker, id);
      const calls = await Promise.all(Array.from({ length: FETCH_CALLS }, () => attacker.call('POST', `/sources/${id}/fetch`)));
      assert(
        calls.every(({ status }) => status === 429),
        'a fetch was accepted right after another one',
      );
      for (let change = 0; change < CHANGES; change++)
        await attacker.call('PUT', `/sources/${id}`, { address: `${SITE}/changing?${change}` });
      await untilCurrent(attacker, id);
      assert(requests.length <= 4, `the site received ${requests.length} requests`);
      await deleteAll(attacker);
    }),
};
