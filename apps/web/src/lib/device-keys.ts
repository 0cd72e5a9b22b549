/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const deviceKeys = {
  all: ['devices'] as const,
  lists: ['devices', 'list'] as const,
  /** The ids of a whole list in its order, and a page of it that begins behind one of them; `query` says which and in what order. */
  ids: (ownerId: string, query: object) => ['devices', 'list', 'ids', ownerId, query] as const,
  pages: (ownerId: string, query: object) => ['devices', 'list', 'page', ownerId, query] as const,
  page: (ownerId: string, query: object, after: string) => ['devices', 'list', 'page', ownerId, query, after] as const,
  tags: (ownerId: string) => ['devices', 'tags', ownerId] as const,
  move: (deviceIds: readonly string[], orgId: string | null) => ['devices', 'move', orgId, ...deviceIds] as const,
  one: (deviceId: string) => ['devices', 'one', deviceId] as const,
  /** Not among the devices, which live events ask for again with every picture. */
  plays: (deviceId: string) => ['plays', deviceId] as const,
  versions: ['versions'] as const,
  /** Where the network finds this installation. */
  network: ['network'] as const,
};
