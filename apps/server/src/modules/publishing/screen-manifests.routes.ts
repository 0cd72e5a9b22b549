import { readManifest, readPlaylistContents, readScreenFile, readSourceDocument } from '@vitrine/contract/screens.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { offsetsVersion } from '../../platform/utc-offsets.ts';
import { serve } from '../../plugins/endpoints.ts';
import { findDocumentForScreen } from './manifest-sources.read-model.ts';
import { findPlaylistContentsForScreen, isFileInScreenManifest } from './manifests.read-model.ts';
import type { ManifestsService } from './manifests.service.ts';
import type { ScreenDownloads } from './publishing.events.ts';

export interface ScreenRoutesDeps {
  db: Database;
  clock: Clock;
  manifests: ManifestsService;
  /** Sends the bytes of a stored file, whole or as the request's Range asks. */
  sendFile: (request: FastifyRequest, reply: FastifyReply, sha256: string) => Promise<unknown>;
  downloads: () => ScreenDownloads;
}

const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** It is JSON already: not to be parsed and serialized again for every screen. */
const sendJsonResult = (reply: FastifyReply, json: string) =>
  reply.serializer(String).type(JSON_CONTENT_TYPE).send(`{"error":false,"result":${json}}`);

/** Returns the revision of a screen's manifest by its ETag, or null for other ETags and for manifests with older tables of UTC offsets. */
const parseRevision = (etag: string | undefined, version: string): number | null => {
  const [, digits, tables] = /^"(\d{1,9})-(\w{1,8})"$/.exec(etag ?? '') ?? [];
  return digits === undefined || tables !== version ? null : Number(digits);
};

/** Counts the response once all of it was sent. A resumed download counts as the same file. */
function countWhenSent({ raw }: FastifyReply, screenId: string, downloads: ScreenDownloads): void {
  raw.once('finish', () => {
    if (raw.statusCode !== 200 && raw.statusCode !== 206) return;
    const range = String(raw.getHeader('content-range') ?? 'bytes 0-');
    downloads.count(screenId, { bytes: Number(raw.getHeader('content-length') ?? 0), isStart: range.startsWith('bytes 0-') });
  });
}

export async function screenManifestRoutes(app: FastifyInstance, deps: ScreenRoutesDeps): Promise<void> {
  const { db, clock, manifests, sendFile, downloads } = deps;

  serve(app, readManifest, async ({ actor, request, reply }) => {
    const version = offsetsVersion(clock.now());
    const { revision, body } = await manifests.find(actor.screenId, parseRevision(request.headers['if-none-match'], version));
    reply.header('etag', `"${revision}-${version}"`).header('cache-control', 'no-store').header('server-time', clock.now().getTime());
    if (body === null) return reply.code(304).send();
    return sendJsonResult(reply, body);
  });

  serve(app, readPlaylistContents, async ({ actor, params: { digest }, reply }) => {
    const contents = await findPlaylistContentsForScreen(db, actor.screenId, digest);
    if (contents === undefined) throw new AppError('NOT_FOUND');
    // Only someone who received the digest from us knows it, so a shared cache reveals nothing to others.
    reply.header('cache-control', IMMUTABLE_CACHE);
    return sendJsonResult(reply, contents);
  });

  serve(app, readSourceDocument, async ({ actor, params: { sha256 }, reply }) => {
    const document = await findDocumentForScreen(db, actor.screenId, sha256);
    if (document === undefined) throw new AppError('NOT_FOUND');
    // The screen stores the document. It may be private, so shared caches do not.
    reply.header('cache-control', 'no-store');
    return sendJsonResult(reply, document);
  });

  serve(app, readScreenFile, async ({ actor, params: { sha256 }, request, reply }) => {
    if (!(await isFileInScreenManifest(db, actor.screenId, sha256))) throw new AppError('NOT_FOUND');
    countWhenSent(reply, actor.screenId, downloads());
    return sendFile(request, reply, sha256);
  });
}
