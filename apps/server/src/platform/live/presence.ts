/** Who is connected, each once, however many sockets they have. */
export interface PresenceTracker {
  /** Returns how they leave. */
  add(userId: string): () => void;
  list(): string[];
  isEmpty(): boolean;
}

export function createPresenceTracker(): PresenceTracker {
  const socketsOf = new Map<string, number>();
  return {
    add(userId) {
      socketsOf.set(userId, (socketsOf.get(userId) ?? 0) + 1);
      return () => {
        const left = (socketsOf.get(userId) ?? 1) - 1;
        if (left > 0) socketsOf.set(userId, left);
        else socketsOf.delete(userId);
      };
    },
    list: () => [...socketsOf.keys()],
    isEmpty: () => socketsOf.size === 0,
  };
}
