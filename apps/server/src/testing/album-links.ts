import { randomInt } from 'node:crypto';
import type { AlbumLink } from '@vitrine/contract';
import { createAlbumLink } from '@vitrine/contract/album-links.endpoints';
import type { InjectOptions } from 'fastify';
import { callEndpoint, type TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** A visitor with the link and without an account. */
export interface Visitor {
  link: AlbumLink;
  token: string;
  /** Below the link's address. `pass` is the cookie's. */
  get(path?: string, pass?: string): ReturnType<typeof inject>;
  post(path: string, body?: object, from?: string): ReturnType<typeof inject>;
}

/** Rate limits count by it. */
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
      get: (path, pass) =>
        inject(test, { method: 'GET', url: at(path), remoteAddress: anAddress(), ...(pass && { cookies: { vitrine_link: pass } }) }),
      post: (path, body, from = '10.0.0.1') =>
        inject(test, { method: 'POST', url: at(path), remoteAddress: from, ...(body && { payload: body }) }),
    };
  };
