import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CancellationContext, ERRORS, type Server, type ServerOptions, StreamLimiter, type Upload } from '@tus/server';
import type { TusStore } from './tus-store.ts';

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

/** The handlers' step that takes a body, which they inherit and do not export. */
interface BodyWriter {
  writeToStore(body: IncomingMessage, upload: Upload, maxBytes: number, context: CancellationContext): Promise<number>;
}

const parseContentLength = ({ headers }: IncomingMessage): number | undefined => {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
};

/** Leaves the body of this request as Node has it, for the handlers below. */
export function skipBodyParsing(request: TusRequest): void {
  Object.defineProperty(request, 'body', { value: request.runtime?.node?.req });
}

interface RawBodyCallbacks {
  /** The first bytes of a request have come. */
  onBodyStart(id: string): Promise<void>;
  /** The last byte of an upload is written. */
  onUploadComplete(id: string): void;
}

/**
 * Writes request bodies as Node reads them. The tus server converts each to a web stream and back to a Node stream, which copies every piece and costs a
 * third of an upload's time. The guarantees of the tus server still hold: an interruption ends the writing and not the request, and received bytes are kept.
 */
export function installRawBodyReader(
  server: Server,
  store: TusStore,
  { onBodyStart: onArriving, onUploadComplete: onWhole }: RawBodyCallbacks,
): void {
  const writeToStore: BodyWriter['writeToStore'] = async (body, upload, maxBytes, { signal }) => {
    if (signal.aborted) throw ERRORS.ABORTED;
    const proxy = new PassThrough();
    const stop = () => {
      body.unpipe(proxy);
      if (!proxy.destroyed) proxy.end();
    };
    let brokenBy: unknown;
    const onError = (error: Error) => {
      brokenBy = error;
      body.unpipe(proxy);
      if (!signal.aborted) proxy.destroy(error);
    };
    body.on('error', onError);
    signal.addEventListener('abort', stop, { once: true });
    let noted: Promise<void> | undefined;
    try {
      body.pipe(proxy);
      body.once('data', () => (noted = onArriving(upload.id)));
      const written = await pipeline(proxy, new StreamLimiter(maxBytes), (limited) =>
        store.write(limited, upload.id, upload.offset, parseContentLength(body)),
      );
      await noted;
      if (upload.offset + written === upload.size) onWhole(upload.id);
      return written;
    } catch (error) {
      body.unpipe(proxy);
      const isBrokenOff = error === brokenBy || (error instanceof Error && error.name === 'AbortError');
      throw isBrokenOff ? ERRORS.ABORTED : error;
    } finally {
      body.off('error', onError);
      signal.removeEventListener('abort', stop);
    }
  };
  for (const handler of [server.handlers.PATCH, server.handlers.POST]) Object.assign(handler, { writeToStore } satisfies BodyWriter);
}
