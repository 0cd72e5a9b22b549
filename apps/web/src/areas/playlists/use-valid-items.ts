import type { PlaylistItem } from '@vitrine/contract/playlists';
import { listValidItems } from '@vitrine/playback';
import { useMemo } from 'react';
import { readBrowserClock } from '../../lib/wall-clock.ts';
import { useCurrentMinute } from '../publishing/parts/day-line.tsx';

/** Returns the items that screens in this browser's time zone show now, by the rule that screens use. Changes at the start of a minute. */
export function useValidItems(items: readonly PlaylistItem[]): readonly PlaylistItem[] {
  const now = useCurrentMinute();
  return useMemo(() => listValidItems(items, readBrowserClock(now)), [items, now]);
}
