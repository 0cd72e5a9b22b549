export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of a Shift range. */
  anchor: string | null;
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchor: null };

export function toggleId({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Everything between the anchor and this one joins, as in a file manager. */
export function extendSelection(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggleId(selection, id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...selection.ids, ...between]), anchor: selection.anchor };
}

/** Removes items that are no longer listed from the selection. */
export function retainListed(selection: Selection, order: readonly string[]): Selection {
  const present = order.filter((id) => selection.ids.has(id));
  return present.length === selection.ids.size ? selection : { ids: new Set(present), anchor: null };
}
