import { type DataTag, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isTypingOrInOverlay } from './shortcuts.ts';

/** Query for the ids of a complete list, in order. */
type IdListOptions<Key extends QueryKey = QueryKey> = UseQueryOptions<string[], Error, string[], Key> & {
  queryKey: DataTag<Key, string[], Error>;
};

/**
 * Selection by check circle, Shift range, Ctrl/Cmd+A and Esc. Ranges need the ids of the whole list, which are requested with the first selection. `isActive`
 * is false while a dialog or preview is open.
 */
export function useIdSelection<Key extends QueryKey>(options: IdListOptions<Key>, isActive: boolean) {
  const client = useQueryClient();
  const [stored, setStored] = useState(EMPTY_SELECTION);
  const order = useQuery({ ...options, enabled: options.enabled === true || stored.ids.size > 0 }).data;
  const selection = order && stored.ids.size > 0 ? retainListed(stored, order) : stored;
  const loadOrder = (): Promise<string[]> => client.ensureQueryData(options as never);
  const all = async () => {
    const ids = await loadOrder();
    setStored({ ids: new Set(ids), anchor: ids[0] ?? null });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive || isTypingOrInOverlay(event.target)) return;
    if (event.key === 'Escape' && selection.ids.size > 0) setStored(EMPTY_SELECTION);
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void all();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const pick = async (id: string, isRange: boolean) => {
    if (!isRange || stored.anchor === null) return setStored((before) => toggleId(before, id));
    const ids = await loadOrder();
    setStored((before) => extendSelection(before, id, ids));
  };
  return {
    ids: selection.ids,
    /** The same in the list's order, as far as that is known. */
    inOrder: (): string[] => (order ? order.filter((id) => selection.ids.has(id)) : [...selection.ids]),
    order,
    loadOrder,
    all,
    pick,
    clear: () => setStored(EMPTY_SELECTION),
    set: (ids: ReadonlySet<string>) => setStored((before): Selection => ({ ids, anchor: before.anchor })),
  };
}

export type IdSelection = ReturnType<typeof useIdSelection>;

interface Selection {
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
