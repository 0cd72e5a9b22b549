/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const albumKeys = {
  all: ['albums'] as const,
  /** Pages of a list; `ownerId` is a user's or an organisation's id. */
  pages: (tab: 'mine' | 'shared', ownerId: string, sort?: string) => ['albums', 'pages', tab, ownerId, sort ?? ''] as const,
  /** The list whole, for pickers and side lists. */
  list: (tab: 'mine' | 'shared', ownerId: string) => ['albums', 'list', tab, ownerId] as const,
  search: (tab: 'mine' | 'shared', ownerId: string, text: string) => ['albums', 'search', tab, ownerId, text] as const,
  one: (albumId: string) => ['albums', 'one', albumId] as const,
  links: (albumId: string) => ['albums', 'links', albumId] as const,
  bin: (ownerId: string) => ['albums', 'bin', ownerId] as const,
};
