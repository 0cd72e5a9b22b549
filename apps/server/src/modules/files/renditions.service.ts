import { createReadStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseMediaKey, type Rotation } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';
import { sniff } from '../../platform/media-tools/sniff.ts';
import { measureDuration, metrics } from '../../platform/metrics/metrics.ts';
import { translateDiskFull } from '../../platform/storage/disk-full.ts';
import { authorize, getFairQueueKey, getViewerId, type Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { getDevelopedFormat, isPicture, isSlowToDecode, snapToRenditionLadder } from './files.rules.ts';
import { type FileRow, listFileFamily } from './files.store.ts';
import { createRenditionShare, openRenditionCache, type RenditionCache } from './rendition-cache.ts';

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

/** For this long an answer to "may this person see this key" is believed without asking again. */
const ACCESS_CACHE_TTL_MS = 3000;
const MAX_CACHED_ACCESS = 10_000;
/** Width of the picture that an order's page shows to staff. */
const PREVIEW_MAX_PX = 960;
/** Wider pictures are sent as JPEG: encoding WebP takes longer there than the saved bytes take on a fast connection. */
const WEBP_MAX_PX = 960;

interface RenditionSource {
  id: string;
  storageKey: string;
  isHeavy: boolean;
  /** Original whose metadata the saved copy gets. */
  originalKey: string;
}

/** A view of an account that has ended must not leave answers behind that open its pictures. */
const grantHolderOf = (viewer: Viewer): string =>
  viewer.kind === 'person' && viewer.viewing ? `${viewer.userId} viewing ${viewer.viewing.id}` : getViewerId(viewer);

/** Staff who fulfil orders see a small picture of what is printed, without viewing the buyer's account. */
async function authorizePicture(db: Platform['db'], viewer: Viewer, key: string, isPreview: boolean): Promise<void> {
  try {
    await authorize(db, viewer, 'file.read', [key]);
  } catch (error) {
    const isStaffMember = viewer.kind === 'person' && can(viewer, 'orders.see');
    if (!isPreview || !isStaffMember || !(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    await authorize(db, viewer, 'orderedFile.read', [key]);
  }
}

interface SourceQuery {
  /** Id of the file. */
  key: string;
  /** Page of a document, counted from 1. */
  page: number;
  isPreview: boolean;
  /** True when the rendition is at most as large as an HD copy. */
  isSmall: boolean;
}

/** Finds the source of a rendition for a viewer with access. */
function createSourceCache(db: Platform['db']) {
  const grants = new LRUCache<string, RenditionSource>({ max: MAX_CACHED_ACCESS, ttl: ACCESS_CACHE_TTL_MS });
  /** Counts the times grants were forgotten: an answer asked for before that is not kept after it. */
  let revocations = 0;
  return {
    async find(viewer: Viewer, { key, page, isPreview, isSmall }: SourceQuery): Promise<RenditionSource> {
      const grantKey = `${grantHolderOf(viewer)}:${isPreview}:${isSmall}:${key}.${page}`;
      const known = grants.get(grantKey);
      if (known) return known;
      const askedAt = revocations;
      await authorizePicture(db, viewer, key, isPreview);
      const family = await listFileFamily(db, key, page);
      const source = pickSource(key, family, isSmall);
      const originalKey = family.find((file) => file.root_id === null)?.storage_key ?? source.storage_key;
      const found = { id: source.id, storageKey: source.storage_key, isHeavy: isSlowToDecode(source), originalKey };
      if (askedAt === revocations) grants.set(grantKey, found);
      return found;
    },
    forget(): void {
      revocations++;
      grants.clear();
    },
  };
}

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
  const sources = createSourceCache(db);

  const render = async (cache: RenditionCache, { queueKey, name, source, size }: RenditionLocation) => {
    const { keeping, ...box } = size;
    const asker = { account: queueKey, isSlow: source.isHeavy };
    const renderToCache = (target: string) =>
      storage.withLocalFile(source.storageKey, async (from) => {
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

interface RenditionSize {
  width?: number;
  height?: number;
  fit: 'cover' | 'inside';
  turn: Rotation;
  isWebp?: boolean;
  keeping?: MetadataOption;
}

/** Whether both requested sides are small, or one is small and the other follows from the shape. */
const isSmall = ({ keeping, width, height }: RenditionRequest): boolean =>
  keeping === undefined && Math.max(width ?? height ?? Number.POSITIVE_INFINITY, height ?? 0) <= WEBP_MAX_PX;

const getCacheName = (id: string, { width = 0, height = 0, fit, turn, isWebp, keeping }: RenditionSize): string =>
  `${id.slice(-4)}-${id}-${width}x${height}-${fit}${turn ? `-${turn}` : ''}${isWebp ? '-webp' : ''}${keeping ? `-kept-${keeping}` : ''}`;

/** Returns the picture that stands for a key: the still of a video, the JPEG of a HEIC or TIFF, the copy of a document's page. NOT_FOUND, NOT_READY. */
function pickSource(key: string, family: FileRow[], isSmallRendition: boolean): FileRow {
  const asked = family.find((file) => file.id === key);
  const root = family.find((file) => file.root_id === null);
  if (!asked || !root) throw new AppError('NOT_FOUND');
  if (asked.kind === 'image' && asked.role !== 'original') return asked;
  if (root.kind === 'document') return pickPage(family, isSmallRendition);
  const standIn = family.find((file) => file.role === 'display' || file.role === 'still');
  if (standIn) return standIn;
  if (!isPicture(root) || getDevelopedFormat(root.mimetype)) throw new AppError('NOT_READY');
  return root;
}

/** Returns the copy of a page. The smaller copy is decoded faster. */
function pickPage(family: FileRow[], isSmallRendition: boolean): FileRow {
  const find = (role: string) => family.find((file) => file.role === role && file.page > 0);
  const picture = (isSmallRendition ? find('screen_hd') : undefined) ?? find('screen');
  if (!picture) throw new AppError('NOT_READY');
  return picture;
}

/** A cached rendition is a JPEG or a WebP: its first byte tells. */
async function detectMimetype({ bytes, path: file }: { bytes?: Buffer; path: string }): Promise<string> {
  let first = bytes?.[0];
  if (first === undefined) {
    for await (const chunk of createReadStream(file, { end: 0 })) first = (chunk as Buffer)[0];
  }
  return first === 0xff ? 'image/jpeg' : 'image/webp';
}
