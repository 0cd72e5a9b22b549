import type { Media } from '@vitrine/contract/media';
import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '../../ui/toast-store.ts';
import { isLocalRemoval } from './api/own-removals.ts';

/** Where a media stands in the list now; `gone` from it, or `elsewhere` where nobody can tell. */
export type MediaPosition = number | 'gone' | 'elsewhere';

interface PreviewPositionOptions {
  at: (index: number) => Media | undefined;
  /** The list is being asked for again: its parts may be of different moments. */
  isFetching: boolean;
  count: number | undefined;
  /** What the address says is shown. */
  index: number | undefined;
  /** Asked for what is not among what is loaded; without it nothing is said of that. */
  whereIs?: ((media: Media) => Promise<MediaPosition>) | undefined;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** So far around its place it is looked for among what is loaded. */
const SEARCH_RADIUS = 100;

/**
 * A preview shows a place in a list that others change. It stays on its picture when that has another place, says so when somebody took it
 * away, and goes to the last one when the list ends before it.
 */
export function usePreviewPosition({ at, isFetching, count, index, whereIs, onMove, onClose }: PreviewPositionOptions): void {
  const shown = useRef<{ index: number; media: Media } | null>(null);
  const media = index === undefined ? undefined : at(index);
  const isBeyond = index !== undefined && count !== undefined && index >= count;
  const find = async (lost: Media, place: number): Promise<MediaPosition> =>
    findNearby(at, lost._id, place) ?? (await whereIs?.(lost).catch((): MediaPosition => 'elsewhere')) ?? 'elsewhere';
  const follow = useEffectEvent(async (lost: Media | undefined, place: number) => {
    const now = lost ? await find(lost, place) : 'elsewhere';
    if (lost && now === 'gone') notifyRemoved(lost);
    // Somebody may have gone on meanwhile.
    if (shown.current && shown.current.index !== place) return;
    if (typeof now === 'number') onMove(now);
    else if (count === 0) onClose();
    else if (count !== undefined && place >= count) onMove(count - 1);
  });
  useEffect(() => {
    const before = shown.current;
    if (index === undefined) shown.current = null;
    else if (before?.index === index && isFetching) return;
    else if (isBeyond) void follow(before?.media, index);
    else if (media) {
      shown.current = { index, media };
      if (before?.index === index && before.media._id !== media._id) void follow(before.media, index);
    }
  }, [index, isFetching, isBeyond, media]);
}

function findNearby(at: PreviewPositionOptions['at'], id: string, place: number): number | undefined {
  for (let step = 1; step <= SEARCH_RADIUS; step++)
    for (const index of [place - step, place + step]) if (at(index)?._id === id) return index;
  return undefined;
}

function notifyRemoved({ _id, name }: Media): void {
  if (!isLocalRemoval(_id)) toast.warning(`“${name}” is no longer available. It may have been removed.`);
}
