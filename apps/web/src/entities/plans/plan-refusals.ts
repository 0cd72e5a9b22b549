import type { ErrorCode } from '@vitrine/contract/errors';

/** What a larger plan, or a renewed one, would have allowed. */
const REFUSALS: ReadonlySet<string> = new Set([
  'ALBUM_LIMIT',
  'PLAYLIST_LIMIT',
  'SHARING_LIMIT',
  'DEVICE_LIMIT',
  'PLAN_ENDED',
  'QUOTA_EXCEEDED',
] satisfies ErrorCode[]);

export const isPlanRefusal = (code: string | undefined): boolean => code !== undefined && REFUSALS.has(code);
