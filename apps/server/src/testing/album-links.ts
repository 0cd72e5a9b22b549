import { randomInt } from 'node:crypto';
import type { AlbumLink } from '@vitrine/contract';
import { createAlbumLink } from '@vitrine/contract/album-links.endpoints';
import type { InjectOptions } from 'fastify';
import { callEndpoint, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** A visitor with a link to an album and without an account. */
export interface Visitor {
  link: AlbumLink;
  token: string;
  /** Requests a path below the link's address. `sessionCookie` is the value of the link session's cookie. */
  get(path?: string, sessionCookie?: string): ReturnType<typeof inject>;
  post(path: string, body?: object, from?: string): ReturnType<typeof inject>;
}

/** Returns a random client address, because rate limits count by address. */
const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

const inject = ({ app }: TestApp, options: InjectOptions) => app.inject(options);

export async function aLink(
  test: TestApp,
  owner: TestPerson,
  albumId: string,
  { expiresAt = null as string | null, password = null as string | null, allowsDownload = true } = {},
): Promise<Visitor> {
  const body = { expiresAt, password, allowsDownload };
  return visitorOf(test)(await callEndpoint(owner, createAlbumLink, { params: { albumId }, body }));
}

const visitorOf =
  (test: TestApp) =>
  ({ link, token }: { link: AlbumLink; token: string }): Visitor => {
    const at = (path = '') => `/api/shared/${token}${path}`;
    return {
      link,
      token,
      get: (path, sessionCookie) =>
        inject(test, {
          method: 'GET',
          url: at(path),
          remoteAddress: anAddress(),
          ...(sessionCookie && { cookies: { vitrine_link: sessionCookie } }),
        }),
      post: (path, body, from = '10.0.0.1') =>
        inject(test, { method: 'POST', url: at(path), remoteAddress: from, ...(body && { payload: body }) }),
    };
  };
