/** Data sources for tests: a web server with data, and sources that are fetched from it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Source } from '@vitrine/contract/sources';
import { expect } from 'vitest';
import { sourcesModule } from '../modules/sources/index.ts';
import { newId } from '../platform/ids.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

export interface DataServer {
  port: number;
  /** Address of a path on the server. */
  url: (path?: string) => string;
  /** Headers of the requests that arrived. */
  requests: IncomingHttpHeaders[];
  /** Response to every request. A number is a status without a body; null never responds. */
  respondWith: (response: string | number | null, headers?: Record<string, string>) => void;
  /** Responses of paths that have their own: `/1.cap`. */
  pages: Map<string, string | number>;
  close: () => Promise<void>;
}

/** Starts a web server on this machine. Its port is allowed in `env` of `createTestApp`. */
export async function startDataServer(): Promise<DataServer> {
  const requests: IncomingHttpHeaders[] = [];
  const pages = new Map<string, string | number>();
  let [content, sentHeaders]: [string | number | null, Record<string, string>] = ['', {}];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    const page = pages.get(request.url ?? '');
    if (page !== undefined)
      return void response.writeHead(typeof page === 'number' ? page : 200).end(typeof page === 'string' ? page : undefined);
    if (content === null) return;
    const isKnown = sentHeaders['etag'] !== undefined && request.headers['if-none-match'] === sentHeaders['etag'];
    const status = isKnown ? 304 : typeof content === 'number' ? content : 200;
    response.writeHead(status, sentHeaders).end(status === 200 ? content : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path = 'feed.xml') => `http://127.0.0.1:${port}/${path}`,
    requests,
    pages,
    respondWith: (response, headers = {}) => void ([content, sentHeaders] = [response, headers]),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Settings of a server that may fetch data from a server on this machine. */
export const allowLocal = ({ port }: Pick<DataServer, 'port'>) => ({ SOURCES_ALLOW: '127.0.0.1/32', SOURCES_PORTS: String(port) });

export const createFeed = (...titles: string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${titles.map((title) => `<item><title>${title}</title></item>`).join('')}</channel></rss>`;

/** Fetches all due sources, and waits for the results. */
export async function fetchDueSources(test: TestApp): Promise<void> {
  await test.runWorkerTasks('sources.fetch');
  await test.modules.getApi(sourcesModule).fetcher.idle();
}

/** Creates a feed and fetches it. */
export async function aFeed(test: TestApp, person: TestPerson, address: string, name = 'News'): Promise<Source> {
  const response = await person.call('POST', '/sources', { name, settings: { kind: 'feed' }, address });
  expect(response.statusCode, response.body).toBe(201);
  await fetchDueSources(test);
  return response.json<{ result: Source }>().result;
}

/** Inserts a copied table without an address, which does not count in the limit of an account. */
export async function aCopiedTable(test: TestApp, { user }: TestPerson): Promise<string> {
  const id = newId();
  const settings = JSON.stringify({ kind: 'table', format: 'typed', columns: ['Bus'], rows: [['12:04']] });
  await test.db
    .insertInto('sources')
    .values({ id, owner_id: user._id, kind: 'table', name: 'Departures', settings, interval_minutes: 15, copy_of: newId() })
    .execute();
  return id;
}
