import { z } from 'zod';

const KEY = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:~(90|180|270))?$/i;

export type Rotation = 0 | 90 | 180 | 270;

/** Names a stored file and, for a picture that was turned, how: `<id>` or `<id>~90`, in clockwise degrees. */
export const mediaKey = z.string().regex(KEY, 'This isn’t a valid file key.');

/** Parses a media key; undefined when it is invalid. */
export function parseMediaKey(key: string): { fileId: string; rotation: Rotation } | undefined {
  const [, fileId, rotation = '0'] = KEY.exec(key) ?? [];
  return fileId ? { fileId: fileId.toLowerCase(), rotation: Number(rotation) as Rotation } : undefined;
}

export const formatMediaKey = (fileId: string, rotation: number): string => (rotation === 0 ? fileId : `${fileId}~${rotation}`);
