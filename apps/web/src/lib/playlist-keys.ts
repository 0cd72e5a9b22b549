/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const playlistKeys = {
  all: ['playlists'] as const,
  /** Pages of a list; `ownerId` is a user's or an organisation's id. */
  pages: (ownerId: string, sort?: string) => ['playlists', 'pages', ownerId, sort ?? ''] as const,
  search: (ownerId: string, text: string) => ['playlists', 'search', ownerId, text] as const,
  list: (ownerId: string, sort?: string) => ['playlists', 'list', ownerId, sort ?? ''] as const,
  one: (playlistId: string) => ['playlists', 'one', playlistId] as const,
  items: (playlistId: string) => ['playlists', 'items', playlistId] as const,
};
