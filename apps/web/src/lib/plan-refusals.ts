import type { ErrorCode } from '@vitrine/contract/errors';

/** What a larger plan, or a renewed one, would have allowed. */
const PLAN_LIMIT_CODES: ReadonlySet<string> = new Set([
  'ALBUM_LIMIT',
  'PLAYLIST_LIMIT',
  'SHARING_LIMIT',
  'DEVICE_LIMIT',
  'PLAN_ENDED',
  'QUOTA_EXCEEDED',
] satisfies ErrorCode[]);

export const isPlanLimitError = (code: string | undefined): boolean => code !== undefined && PLAN_LIMIT_CODES.has(code);
