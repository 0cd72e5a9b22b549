/** Options of an LRU cache for at most this many entries that allocates space as entries arrive; the cache's own `max` allocates it all at once. */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
