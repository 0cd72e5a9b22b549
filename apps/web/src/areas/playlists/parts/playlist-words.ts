import type { Playlist } from '@vitrine/contract/playlists';
import { formatBytes, formatClock, formatCount } from '../../../lib/format.ts';

/** `12 items · 1:05`, and how large where there is room for it. */
export function describePlaylist({ itemCount, durationMs, sizeBytes }: Playlist, withSize = false): string {
  if (itemCount === 0) return 'Empty';
  const parts = [formatCount(itemCount, 'item'), formatClock(durationMs / 1000), ...(withSize ? [formatBytes(sizeBytes)] : [])];
  // A line breaks between them, never between a figure and its unit.
  return parts.map((part) => part.replace(' ', '\u00a0')).join(' · ');
}
