import { type IdSelection, useIdSelection } from '../../lib/use-id-selection.ts';
import { type MediaListQuery, mediaIdsOptions } from './api/media.ts';

export type MediaSelection = IdSelection;

/** Of an album, where a rectangle selects as well. */
export const useMediaSelection = (query: MediaListQuery, isActive: boolean): MediaSelection =>
  useIdSelection(mediaIdsOptions(query), isActive);

/** For whoever only looks. */
export const NO_SELECTION: MediaSelection = {
  ids: new Set(),
  inOrder: () => [],
  order: undefined,
  loadOrder: async () => [],
  all: async () => undefined,
  pick: async () => undefined,
  clear: () => undefined,
  set: () => undefined,
};
