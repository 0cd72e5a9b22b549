import type { MediaSelection } from './use-selection.ts';

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
