import { z } from 'zod';

const KEY = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.([1-9]\d{0,2}))?(?:~(90|180|270))?$/i;

export type Rotation = 0 | 90 | 180 | 270;

/** Names a stored file, with the page of a document and the clockwise degrees of a rotated picture: `<id>`, `<id>.7` or `<id>~90`. */
export const mediaKey = z.string().regex(KEY, 'This isn’t a valid file key.');

/** Parses a media key; undefined when it is invalid. Without a page, a document is shown by its first page. */
export function parseMediaKey(key: string): { fileId: string; page: number; rotation: Rotation } | undefined {
  const [, fileId, page = '1', rotation = '0'] = KEY.exec(key) ?? [];
  return fileId ? { fileId: fileId.toLowerCase(), page: Number(page), rotation: Number(rotation) as Rotation } : undefined;
}

/** Formats a media key. `page` is counted from 1. */
export const formatMediaKey = (fileId: string, rotation: number, page = 1): string =>
  `${fileId}${page === 1 ? '' : `.${page}`}${rotation === 0 ? '' : `~${rotation}`}`;
