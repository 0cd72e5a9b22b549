/** Who is connected, each once, however many sockets they have. */
export interface Headcount {
  /** Returns how they leave. */
  enter(userId: string): () => void;
  list(): string[];
  isEmpty(): boolean;
}

export function createHeadcount(): Headcount {
  const socketsOf = new Map<string, number>();
  return {
    enter(userId) {
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
