import type { AlbumLink } from '@vitrine/contract/album-links';
import { formatCount, formatDate, formatRelative } from '../../lib/format.ts';

/** Returns the complete address of a link. */
export const getLinkUrl = (origin: string, token: string): string => `${origin}/shared/${token}`;

/** Returns a line with what a link allows and until when. */
export function getLinkTermsLabel({ expiresAt, hasExpired, hasPassword, allowsDownload }: AlbumLink): string {
  const end = expiresAt === null ? 'No expiration date' : `${hasExpired ? 'Expired' : 'Expires'} ${formatDate(expiresAt)}`;
  return [end, ...(hasPassword ? ['password protected'] : []), allowsDownload ? 'downloads allowed' : 'view only'].join(' · ');
}

export function getLinkUsageLabel(
  { openedCount, lastOpenedAt }: Pick<AlbumLink, 'openedCount' | 'lastOpenedAt'>,
  now = Date.now(),
): string {
  if (lastOpenedAt === null) return 'Never opened';
  const last = formatRelative(lastOpenedAt, now);
  return openedCount === 1 ? `Opened once, ${last}` : `Opened ${formatCount(openedCount, 'time')}, last ${last}`;
}

export type LinkExpiryChoice = 'kept' | 'week' | 'month' | 'day' | 'never';

const DAY_MS = 86_400_000;

/** When a link ends that is made now; a day that was chosen belongs to it whole. Undefined leaves the end as it is. */
export function getLinkExpiry(end: LinkExpiryChoice, day: string, now = Date.now()): string | null | undefined {
  if (end === 'kept') return undefined;
  if (end === 'never') return null;
  if (end === 'day') return new Date(`${day}T23:59:59`).toISOString();
  return new Date(now + (end === 'week' ? 7 : 30) * DAY_MS).toISOString();
}
