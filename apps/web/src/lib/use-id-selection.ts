import { type DataTag, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isTypingOrInOverlay } from './shortcuts.ts';

/** Query for the ids of a complete list, in order. */
type IdListOptions<Key extends QueryKey = QueryKey> = UseQueryOptions<string[], Error, string[], Key> & {
  queryKey: DataTag<Key, string[], Error>;
};

/** Source of a list's ids. */
interface SelectionSource {
  /** All ids in order; undefined while they are not loaded, and for lists that are too long to load. */
  order: readonly string[] | undefined;
  loadAll: () => Promise<readonly string[]>;
  /** Returns ids in order that contain everything between these two. */
  loadRange: (anchor: string, id: string) => Promise<readonly string[]>;
}

type SelectionState = readonly [Selection, (change: (before: Selection) => Selection) => void];

/** Selection by check circle, Shift range, Ctrl/Cmd+A and Esc. `isActive` is false while a dialog or preview is open. */
export function useSelection([stored, setStored]: SelectionState, { order, loadAll, loadRange }: SelectionSource, isActive: boolean) {
  const selection = order && stored.ids.size > 0 ? retainListed(stored, order) : stored;
  const clear = () => setStored(() => EMPTY_SELECTION);
  const all = async () => {
    const ids = await loadAll();
    setStored(() => ({ ids: new Set(ids), anchor: ids[0] ?? null }));
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isActive || isTypingOrInOverlay(event.target)) return;
    if (event.key === 'Escape' && selection.ids.size > 0) clear();
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
    const ids = await loadRange(stored.anchor, id);
    setStored((before) => extendSelection(before, id, ids));
  };
  return {
    ids: selection.ids,
    /** The same in the list's order, as far as that is known. */
    inOrder: (): string[] => (order ? order.filter((id) => selection.ids.has(id)) : [...selection.ids]),
    order,
    all,
    pick,
    clear,
    set: (ids: ReadonlySet<string>) => setStored((before): Selection => ({ ids, anchor: before.anchor })),
  };
}

/** Selection in a list whose ids are all loaded with the first selection, because ranges need them. */
export function useIdSelection<Key extends QueryKey>(options: IdListOptions<Key>, isActive: boolean) {
  const client = useQueryClient();
  const state = useState(EMPTY_SELECTION);
  const order = useQuery({ ...options, enabled: options.enabled === true || state[0].ids.size > 0 }).data;
  const loadOrder = (): Promise<string[]> => client.ensureQueryData(options as never);
  return { ...useSelection(state, { order, loadAll: loadOrder, loadRange: loadOrder }, isActive), loadOrder };
}

export type IdSelection = ReturnType<typeof useIdSelection>;
/** Selection in a list whose ids may not be loaded. */
export type PartialSelection = ReturnType<typeof useSelection>;

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
