import { OFFICE_EXTENSIONS, RAW_EXTENSIONS, RENDITION_LADDER } from '@vitrine/contract';
import { WIDGET_MIMETYPE } from '@vitrine/contract/widgets';
import type { DevelopedFormat } from '../../platform/media-tools/image-tool-types.ts';
import { getScreenBox, hdBox } from '../../platform/media-tools/screen-boxes.ts';
import type { ByteRange } from '../../platform/storage/storage.ts';

/**
 * Parses a Range header for `sizeBytes` bytes: a range, `all` (no header, or one that may be ignored by RFC 9110, such as other units, several ranges, or
 * nonsense), or unsatisfiable.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'unsatisfiable' {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return 'all';
  const [, first = '', last = ''] = parts;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0 || sizeBytes === 0) return 'unsatisfiable';
    return { start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start >= sizeBytes) return 'unsatisfiable';
  return end < start ? 'all' : { start, end };
}

const FILE_NAME_MAX = 255;

/**
 * A name to show, never one to open: what stands before a slash of any system goes, as do control
 * characters and those that turn the reading direction around (`photo\u202Egpj.exe`).
 */
export function sanitizeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const visible = last.replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '').trim();
  return [...visible].slice(0, FILE_NAME_MAX).join('').slice(0, FILE_NAME_MAX) || 'Untitled';
}

/** Returns the title of a file: its name without the extension. */
export const getTitle = (fileName: string): string => fileName.replace(/(?<=.)\.[^.]{1,8}$/, '');

/** The name a download gets: its own, with the ending of what it truly is. */
export const getDownloadName = (fileName: string, mimetype: string): string => `${getTitle(fileName)}.${getExtension(mimetype)}`;

export const getExtension = (mimetype: string): string => EXTENSIONS[mimetype] ?? 'bin';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/tiff': 'tif',
  ...RAW_EXTENSIONS,
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/mp2t': 'mts',
  'video/mpeg': 'mpg',
  'video/x-ms-wmv': 'wmv',
  'video/x-flv': 'flv',
  'video/3gpp': '3gp',
  'video/3gpp2': '3g2',
  'video/ogg': 'ogv',
  'application/pdf': 'pdf',
  ...OFFICE_EXTENSIONS,
  [WIDGET_MIMETYPE]: 'json',
};

/** Also one that moves, and is shown by its first frame wherever no video can be. */
export const isPicture = ({ mimetype }: { mimetype: string }): boolean => mimetype.startsWith('image/');

/** Returns true for documents whose pages are drawn from a PDF that is made of them, the `pdf` derivative. */
export const isOfficeFile = ({ mimetype }: { mimetype: string }): boolean => mimetype in OFFICE_EXTENSIONS;

/** Formats that browsers do not show. A full-size JPEG is made of them, the `display` derivative. */
const DEVELOPED_FORMATS: Partial<Record<string, DevelopedFormat>> = {
  'image/heic': 'heic',
  'image/tiff': 'tiff',
  // RAW files are opened by the JPEG that they contain.
  ...Object.fromEntries(Object.keys(RAW_EXTENSIONS).map((mimetype) => [mimetype, 'tiff' as const])),
};
export const getDevelopedFormat = (mimetype: string): DevelopedFormat | undefined => DEVELOPED_FORMATS[mimetype];

/** Up to the next rung, so that the cache holds few sizes of each picture. */
export function snapToRenditionLadder(pixels: number | undefined): number | undefined {
  if (pixels === undefined) return undefined;
  return RENDITION_LADDER.find((rung) => rung >= pixels) ?? RENDITION_LADDER.at(-1);
}

export { getScreenBox, hdBox };

/** Returns true when a photo needs an HD copy because its screen copy has this size. The index `files_without_hd` has the same condition. */
export function isLargerThanHd(size: { width: number; height: number }): boolean {
  const box = hdBox(size);
  return size.width > box.width || size.height > box.height;
}

/** As large as no camera's pictures are: such a one takes seconds. */
const SLOW_DECODE_PIXELS = 60e6;
export const isSlowToDecode = ({ width, height }: { width: number | null; height: number | null }): boolean =>
  (width ?? 0) * (height ?? 0) > SLOW_DECODE_PIXELS;

/** Storage key of an original. Derivatives are stored next to it under keys derived from it, so that a repeated job leaves nothing behind. */
export const getOriginalKey = (fileId: string): string => `${fileId.slice(-2)}/${fileId}`;
/** Returns the storage key of a derivative. Each rotation of a screen copy and each page of a document has another key. */
export const getDerivativeKey = (
  rootId: string,
  role: DerivativeRole,
  { rotation = 0, page = 0, recipe = RENDER_VERSIONS[role] }: { rotation?: number; page?: number; recipe?: number } = {},
): string =>
  `${getOriginalKey(rootId)}.${role}${rotation === 0 ? '' : `-${rotation}`}${page === 0 ? '' : `.p${page}`}${recipe === 1 ? '' : `.r${recipe}`}`;

const REGENERATED_MARK = '.again-';
/** Storage key of a regenerated derivative, made by the job with this id, until it replaces the existing one. */
export const getRegeneratedKey = (rootId: string, role: DerivativeRole, workId: string): string =>
  `${getDerivativeKey(rootId, role)}${REGENERATED_MARK}${workId}`;
export const REGENERATED_KEYS_PATTERN = `%${REGENERATED_MARK}%`;

export const DERIVATIVE_ROLES = ['display', 'screen', 'screen_hd', 'still', 'mp4', 'mp4_hd', 'hls', 'asset', 'pdf', 'live_mp4'] as const;
/**
 * The current version of the procedure that makes each role. `media.remake` updates derivatives of older versions:
 * - `display` 2, `screen` 2: correct colours of HEIC and TIFF.
 * - `screen` 3: with an HD copy, if it is larger than that.
 * - `mp4` 2: with a 1080p copy, if the original has that resolution. An MP4 is made with recipe 1, which is raised when the copy exists.
 */
export const RENDER_VERSIONS: Record<DerivativeRole, number> = {
  display: 2,
  screen: 3,
  screen_hd: 1,
  still: 1,
  mp4: 2,
  mp4_hd: 1,
  hls: 1,
  asset: 1,
  pdf: 1,
  live_mp4: 1,
};
/** Recipe of an MP4 that has no 1080p copy yet. */
export const MP4_ALONE_RECIPE = 1;
/** First recipe of screen copies with correct colours. */
export const COLOURS_RECIPE = 2;
export type DerivativeRole = (typeof DERIVATIVE_ROLES)[number];
