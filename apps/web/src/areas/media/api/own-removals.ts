/** Enough for everything somebody takes away in an hour; forgotten all at once, which costs at most a needless word. */
const LOCAL_REMOVALS_MAX = 50_000;
const localRemovals = new Set<string>();

/** This page takes them away itself: nobody has to be told that they went. */
export function recordLocalRemoval(ids: readonly string[]): void {
  if (localRemovals.size + ids.length > LOCAL_REMOVALS_MAX) localRemovals.clear();
  for (const id of ids) localRemovals.add(id);
}

/** They are back. */
export function clearLocalRemoval(ids: readonly string[]): void {
  for (const id of ids) localRemovals.delete(id);
}

export const isLocalRemoval = (id: string): boolean => localRemovals.has(id);
