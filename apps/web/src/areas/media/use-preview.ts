import type { Media } from '@vitrine/contract/media';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getErrorMessage } from '../../lib/app-error.ts';
import { areShortcutsEnabled, isSingleKey } from '../../lib/shortcuts.ts';
import { toast } from '../../ui/toast-store.ts';
import { isLocalRemoval, useRotateMedia } from './api/media-mutations.ts';
import type { useGesture } from './use-gesture.ts';

/** A menu, a dialog or a field in it handles the keys itself. */
function isInOverlay(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const layer = target.closest('[role=dialog], [role=alertdialog], [role=menu], select');
  return layer !== null && !layer.hasAttribute('data-full-window');
}

/** Single keys of a full-window view. A player that has the focus keeps its own: arrows wind it. */
export function useKeyHandlers(handlers: Record<string, (event: KeyboardEvent) => unknown>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const hasOwnKeys =
      target instanceof HTMLMediaElement || (event.key === ' ' && target instanceof Element && target.closest('button, a'));
    if (isInOverlay(target) || hasOwnKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isSingleKey(event.key) || areShortcutsEnabled()) handlers[event.key]?.(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // On the way down: a dialog keeps arrows, Home and End to itself on the way up.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

interface PreviewKeyHandlers {
  gesture: Pick<ReturnType<typeof useGesture>, 'isZoomed' | 'zoom' | 'whole' | 'pan'>;
  to: (place: 'next' | 'previous' | 'first' | 'last') => void;
  onDetails: () => void;
  onTurn: (angle: number) => void;
  onFavourite: () => void;
  onDelete: () => void;
  onSpace: () => void;
  /** Called by Escape before the preview itself is closed. */
  onEscape: (() => void) | undefined;
}

/** Arrow keys go to the neighbors, or pan a zoomed photo. */
export function usePreviewKeys({ gesture, to, onDetails, onTurn, onFavourite, onDelete, onSpace, onEscape }: PreviewKeyHandlers): void {
  const { isZoomed, zoom, whole, pan } = gesture;
  useKeyHandlers({
    ArrowRight: () => (isZoomed ? pan(1, 0) : to('next')),
    ArrowLeft: () => (isZoomed ? pan(-1, 0) : to('previous')),
    ArrowDown: () => isZoomed && pan(0, 1),
    ArrowUp: () => isZoomed && pan(0, -1),
    Home: () => to('first'),
    End: () => to('last'),
    '+': () => zoom(true),
    '=': () => zoom(true),
    '-': () => zoom(false),
    '0': whole,
    i: onDetails,
    f: onFavourite,
    '[': () => onTurn(-90),
    ']': () => onTurn(90),
    Delete: onDelete,
    ' ': onSpace,
    Escape: (event) => {
      if (!onEscape) return;
      event.stopPropagation();
      onEscape();
    },
  });
}

/** Current position of a media in the list; `gone` when it was removed, `elsewhere` when it is unknown. */
export type MediaPosition = number | 'gone' | 'elsewhere';

interface PreviewPositionOptions {
  at: (index: number) => Media | undefined;
  /** True while the list is refetched, when its parts may be from different moments. */
  isFetching: boolean;
  count: number | undefined;
  /** Index in the address. */
  index: number | undefined;
  /** Finds media that are not loaded; without it no message is shown. */
  whereIs?: ((media: Media) => Promise<MediaPosition>) | undefined;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** So far around its place it is looked for among what is loaded. */
const SEARCH_RADIUS = 100;

/**
 * A preview shows a position in a list that others change. It follows its photo to a new position, shows a message when the photo was removed, and goes to
 * the last one when the list becomes shorter.
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
    // The user may have gone to another photo in the meantime.
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

const MAX_TURN_DEGREES = 270;

/** Turns that are only looked at until they are saved. Each belongs to one picture as it is now: the saved one starts straight. */
export function useRotation(albumId: string) {
  const [turned, setTurned] = useState<ReadonlyMap<string, number>>(new Map());
  const put = (key: string, angle: number) =>
    setTurned((before) => new Map([...before].filter(([other]) => other !== key).concat(angle === 0 ? [] : [[key, angle]])));
  const save = useRotateMedia(albumId, {
    onSuccess: ({ message }, { key }, refreshed) => {
      toast.success(message ?? 'Rotation saved.');
      // Only after the rotated photo is loaded in its place.
      void refreshed.then(() => put(key, 0));
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  /** Clockwise degrees on the page, on top of what is saved. */
  const angleOf = ({ mediaFile }: Media) => turned.get(mediaFile.key) ?? 0;
  return {
    angleOf,
    isSaving: save.isPending,
    turn(media: Media, step: number) {
      const next = angleOf(media) + step;
      put(media.mediaFile.key, Math.abs(next) > MAX_TURN_DEGREES ? 0 : next);
    },
    save: (media: Media) => save.mutate({ mediaId: media._id, key: media.mediaFile.key, angle: angleOf(media) }),
  };
}

export type Rotation = ReturnType<typeof useRotation>;
