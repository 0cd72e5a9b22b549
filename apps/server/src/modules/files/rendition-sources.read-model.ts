import { can } from '@vitrine/contract/capabilities';
import { isDrawn } from '@vitrine/contract/media-kinds';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import { authorize, getViewerId, type Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { getDevelopedFormat, isPicture, isSlowToDecode } from './files.rules.ts';
import { type FileRow, listFileFamily } from './files.store.ts';
import type { RenditionSource } from './renditions.rules.ts';

/** Time for which a viewer's access to a file is not checked again, in milliseconds. */
const ACCESS_CACHE_TTL_MS = 3000;
const MAX_CACHED_ACCESS = 10_000;

/** A view of an account has its own key, so that its grants end with it. */
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

/** Finds the sources of renditions for viewers with access, and remembers them for a few seconds. */
export function createRenditionSources(db: Platform['db']) {
  const grants = new LRUCache<string, RenditionSource>({ ...maxEntries(MAX_CACHED_ACCESS), ttl: ACCESS_CACHE_TTL_MS });
  /** Number of times that the grants were cleared. A grant that was requested earlier is not stored. */
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
      const original = family.find((file) => file.root_id === null);
      const found = {
        id: source.id,
        storageKey: source.storage_key,
        isSlow: isSlowToDecode(source),
        isReplaceable: original !== undefined && isDrawn(original),
        originalKey: original?.storage_key ?? source.storage_key,
        hdCopy: findHdCopy(family, source),
      };
      if (askedAt === revocations) grants.set(grantKey, found);
      return found;
    },
    forget(): void {
      revocations++;
      grants.clear();
    },
  };
}

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

/** Returns the HD copy of a photo. Documents and stills of videos are rendered from a copy anyway. */
function findHdCopy(family: FileRow[], { role }: FileRow): RenditionSource['hdCopy'] {
  if (role !== 'original' && role !== 'display') return undefined;
  const copy = family.find((file) => file.role === 'screen_hd' && file.rotation === 0 && file.page === 0);
  return copy?.width && copy.height ? { storageKey: copy.storage_key, width: copy.width, height: copy.height } : undefined;
}
