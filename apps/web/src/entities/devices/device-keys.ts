/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const deviceKeys = {
  all: ['devices'] as const,
  /** The list of devices, in batches; `query` says which and in what order. */
  pages: (ownerId: string, query: object) => ['devices', 'pages', ownerId, query] as const,
  /** The ids of a whole list in its order, and a page of it that begins behind one of them. */
  ids: (ownerId: string, query: object) => ['devices', 'ids', ownerId, query] as const,
  page: (ownerId: string, query: object, after: string) => ['devices', 'page', ownerId, query, after] as const,
  tags: (ownerId: string) => ['devices', 'tags', ownerId] as const,
  move: (deviceIds: readonly string[], orgId: string | null) => ['devices', 'move', orgId, ...deviceIds] as const,
  one: (deviceId: string) => ['devices', 'one', deviceId] as const,
  /** Not among the devices, which live events ask for again with every picture. */
  plays: (deviceId: string) => ['plays', deviceId] as const,
  versions: ['versions'] as const,
};
