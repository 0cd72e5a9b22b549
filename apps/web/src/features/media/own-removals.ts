/** Enough for everything somebody takes away in an hour; forgotten all at once, which costs at most a needless word. */
const MAX = 50_000;
const removed = new Set<string>();

/** This page takes them away itself: nobody has to be told that they went. */
export function noteOwnRemoval(ids: readonly string[]): void {
  if (removed.size + ids.length > MAX) removed.clear();
  for (const id of ids) removed.add(id);
}

/** They are back. */
export function forgetOwnRemoval(ids: readonly string[]): void {
  for (const id of ids) removed.delete(id);
}

export const isOwnRemoval = (id: string): boolean => removed.has(id);
