import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

export interface ConnectionLimits {
  /** A request or an answer that moves less than `minBytes` in this time is ended. */
  stallMs: number;
  minBytes: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { stallMs: 50_000, minBytes: 1024 };

/** Headers have to be complete, and an idle connection to ask again, within this; checked every `CHECK_INTERVAL_MS`. */
export const HEADERS_TIMEOUT_MS = 50_000;
export const KEEP_ALIVE_MS = 55_000;
export const CHECK_INTERVAL_MS = 5000;

/** How many times a stalled request is looked at before it is ended. */
const CHECKS_BEFORE_ABORT = 5;
/** For the database, files and programs, at most: a process without file descriptors can do nothing at all. */
const RESERVED_FILES_SHARE = 0.2;
const RESERVED_FILES = 2000;

interface Progress {
  bytes: number;
  since: number;
}

/**
 * Ends requests whose body or answer has stopped moving, so that a crowd of clients that hang holds neither sockets nor room in the
 * storage. A request that waits for us, its body read and nothing written yet, is left alone.
 */
export const connectionLimits = fp(async (app: FastifyInstance, { stallMs, minBytes }: ConnectionLimits) => {
  const underWay = new Map<FastifyRequest['raw'], { reply: FastifyReply['raw']; progress: Progress }>();
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    // One that is injected, as tests do, has none.
    if (!(raw.socket instanceof Socket)) return;
    underWay.set(raw, { reply: reply.raw, progress: { bytes: getTransferredBytes(raw), since: performance.now() } });
    // A client that got an early response may continue to send, within the limits for all.
    reply.raw.once('close', () => raw.complete && underWay.delete(raw));
    raw.once('close', () => reply.raw.closed && underWay.delete(raw));
  });
  // Node discards the rest of a body that was never read. A body refused halfway is discarded here, because a browser reads the response only after sending
  // everything, and would be disconnected as stalled.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
  });
  const sweep = () => {
    const now = performance.now();
    for (const [request, { reply, progress }] of underWay) {
      if (request.socket.destroyed) {
        underWay.delete(request);
        continue;
      }
      const bytes = getTransferredBytes(request);
      const isOurTurn = request.complete && reply.writableLength === 0;
      if (isOurTurn || bytes - progress.bytes >= minBytes) Object.assign(progress, { bytes, since: now });
      else if (now - progress.since >= stallMs) request.socket.destroy();
    }
  };
  const timer = setInterval(sweep, stallMs / CHECKS_BEFORE_ABORT).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  const files = readOpenFilesLimit();
  if (files !== undefined) app.server.maxConnections = Math.floor(files - Math.min(files * RESERVED_FILES_SHARE, RESERVED_FILES));
});

const getTransferredBytes = ({ socket }: FastifyRequest['raw']) => socket.bytesRead + socket.bytesWritten;

/** File descriptors that this process may open; undefined where the system does not say. */
function readOpenFilesLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return limit === undefined ? undefined : Number(limit);
}
