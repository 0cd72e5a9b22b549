import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseMediaKey, type Rotation } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { measureDuration, metrics } from '../../platform/metrics/metrics.ts';
import { translateDiskFull } from '../../platform/storage/disk-full.ts';
import { getFairQueueKey, type Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { snapToRenditionLadder } from './files.rules.ts';
import { createRenditionShare, openRenditionCache, type RenditionCache } from './rendition-cache.ts';
import { createRenditionSources } from './rendition-sources.read-model.ts';
import { chooseRenditionFile, type RenditionBox, type RenditionSource } from './renditions.rules.ts';

export interface RenditionRequest {
  key: string;
  width?: number;
  height?: number;
  fit: 'cover' | 'contain' | 'inside';
  /** The client displays WebP. */
  acceptsWebp?: boolean;
  /** At its full size as a JPEG, to be saved, with when and by what it was taken; where only if that may be known. */
  keeping?: MetadataOption;
}

type MetadataOption = 'withPlace' | 'withoutPlace';

export interface Rendition {
  etag: string;
  mimetype: string;
  sizeBytes: number;
  body: Buffer | Readable;
}

/** Width of the picture that an order's page shows to staff. */
const PREVIEW_MAX_PX = 960;
/** Wider pictures are sent as JPEG: encoding WebP takes longer there than the saved bytes take on a fast connection. */
const WEBP_MAX_PX = 960;

/** Opens the resource on first use and shares it between callers. A failed attempt is retried on the next call. */
function shareUntilFailure<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Pictures in the size asked for, made when first asked for. */
export function createRenditionsService({ db, storage, objects, tools, dataDir, log }: Platform) {
  const shared = objects ? createRenditionShare(objects, log) : undefined;
  const openCache = shareUntilFailure(() => openRenditionCache({ folder: path.join(dataDir, 'cache', 'renditions'), shared }));
  const sources = createRenditionSources(db);

  const render = async (cache: RenditionCache, { queueKey, name, source, size }: RenditionLocation) => {
    const { keeping, ...box } = size;
    const { storageKey, isSlow } = keeping ? source : chooseRenditionFile(source, box);
    const asker = { account: queueKey, isSlow };
    const renderToCache = (target: string) =>
      storage.withLocalFile(storageKey, async (from) => {
        const args = { source: from, target, ...box, isDownload: keeping !== undefined };
        if (!keeping) return void (await tools.images.render(args, asker));
        await storage.withLocalFile(source.originalKey, async (original) =>
          tools.images.render({ ...args, ...(await getDescriptionOptions(original, keeping)) }, asker),
        );
      });
    await translateDiskFull(() => cache.render(name, renderToCache));
  };

  return {
    /** Invalidates cached grants after someone lost access. */
    clearAccessCache: sources.forget,
    /** Stores thumbnails in WebP, made together with the screen copy, in the cache. `folder` contains one file for each of `widths`, named by it. */
    async storeTiles({ sourceId, turn, folder, widths }: TileSet): Promise<void> {
      const cache = await openCache();
      const storeTile = (width: number) =>
        // A concurrent request may already be rendering it, so another attempt gains nothing.
        cache.render(
          getCacheName(sourceId, { width, fit: 'inside', turn, isWebp: true }),
          (target) => copyFile(path.join(folder, String(width)), target),
          true,
        );
      await translateDiskFull(() => Promise.all(widths.map(storeTile)));
    },
    /** Returns the ETag of a rendition before it is made. */
    async locateRendition(viewer: Viewer, request: RenditionRequest): Promise<RenditionLocation> {
      const key = parseMediaKey(request.key);
      if (!key) throw new AppError('NOT_FOUND');
      const isPreview = request.keeping === undefined && (request.width ?? Number.POSITIVE_INFINITY) <= PREVIEW_MAX_PX;
      const source = await sources.find(viewer, { key: key.fileId, page: key.page, isPreview, isSmall: isSmall(request) });
      const size: RenditionSize = {
        turn: key.rotation,
        keeping: request.keeping,
        width: snapToRenditionLadder(request.width),
        height: snapToRenditionLadder(request.height),
        fit: request.fit === 'cover' ? ('cover' as const) : ('inside' as const),
        isWebp: request.acceptsWebp === true && isSmall(request),
      };
      return { queueKey: getFairQueueKey(viewer), source, size, name: getCacheName(source.id, size) };
    },
    async open(located: RenditionLocation): Promise<Rendition> {
      const { name } = located;
      const cache = await openCache();
      let found = await cache.get(name);
      if (found) metrics.renditions.inc({ outcome: 'hit' });
      else {
        metrics.renditionsWaiting.inc();
        const recordMetric = (_seconds: number, error?: unknown) => {
          metrics.renditionsWaiting.dec();
          metrics.renditions.inc({ outcome: error === undefined ? 'made' : 'failed' });
        };
        await measureDuration(() => render(cache, located), recordMetric);
        found = await cache.get(name);
      }
      if (!found) throw new AppError('NOT_FOUND');
      const body = found.bytes ?? createReadStream(found.path);
      return { etag: name, mimetype: await detectMimetype(found), sizeBytes: found.sizeBytes, body };
    },
  };
}

export type RenditionsService = ReturnType<typeof createRenditionsService>;

/** Returns the metadata of a saved copy. A still of a video has none. */
async function getDescriptionOptions(original: string, metadata: MetadataOption) {
  const { kind, format } = await sniff(original);
  return kind === 'image' ? { original, description: { format, hasPlace: metadata === 'withPlace' } } : undefined;
}

interface TileSet {
  /** The file that the picture is made of. */
  sourceId: string;
  turn: Rotation;
  folder: string;
  widths: readonly number[];
}

interface RenditionLocation {
  /** Account whose turn is used. */
  queueKey: string;
  source: RenditionSource;
  size: RenditionSize;
  name: string;
}

interface RenditionSize extends RenditionBox {
  isWebp?: boolean;
  keeping?: MetadataOption;
}

/** Whether both requested sides are small, or one is small and the other follows from the shape. */
const isSmall = ({ keeping, width, height }: RenditionRequest): boolean =>
  keeping === undefined && Math.max(width ?? height ?? Number.POSITIVE_INFINITY, height ?? 0) <= WEBP_MAX_PX;

const getCacheName = (id: string, { width = 0, height = 0, fit, turn, isWebp, keeping }: RenditionSize): string =>
  `${id.slice(-4)}-${id}-${width}x${height}-${fit}${turn ? `-${turn}` : ''}${isWebp ? '-webp' : ''}${keeping ? `-kept-${keeping}` : ''}`;

/** A cached rendition is a JPEG or a WebP: its first byte tells. */
async function detectMimetype({ bytes, path: file }: { bytes?: Buffer; path: string }): Promise<string> {
  let first = bytes?.[0];
  if (first === undefined) {
    for await (const chunk of createReadStream(file, { end: 0 })) first = (chunk as Buffer)[0];
  }
  return first === 0xff ? 'image/jpeg' : 'image/webp';
}
