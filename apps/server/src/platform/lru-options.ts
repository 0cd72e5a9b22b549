/** At most so many entries of an LRU cache, which takes their room as they come; its own `max` takes it all at once. */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
