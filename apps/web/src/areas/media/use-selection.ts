import { type IdSelection, useIdSelection } from '../../lib/use-id-selection.ts';
import { type MediaListQuery, mediaIdsOptions } from './api/media.ts';

export type MediaSelection = IdSelection;

/** Selection in an album, including the rectangle. */
export const useMediaSelection = (query: MediaListQuery, isActive: boolean): MediaSelection =>
  useIdSelection(mediaIdsOptions(query), isActive);

/** For read-only views. */
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
