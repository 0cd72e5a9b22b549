/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const mediaKeys = {
  all: ['media'] as const,
  ofAlbum: (albumId: string) => ['media', albumId] as const,
  layout: (albumId: string, filter?: string, sort?: string) => ['media', albumId, 'layout', filter ?? 'all', sort ?? ''] as const,
  page: (albumId: string, filter: string | undefined, sort: string | undefined, page: number) =>
    ['media', albumId, 'page', filter ?? 'all', sort ?? '', page] as const,
  ids: (albumId: string, filter?: string, sort?: string) => ['media', albumId, 'ids', filter ?? 'all', sort ?? ''] as const,
  /** All that is known of an album by one filter. */
  filtered: (albumId: string, filter: string) =>
    (['layout', 'page', 'ids'] as const).map((part) => ['media', albumId, part, filter] as const),
  favourites: (albumId: string) => ['media', albumId, 'favourites'] as const,
  search: (ownerId: string, text: string) => ['media', 'search', ownerId, text] as const,
  timelines: ['media', 'timeline'] as const,
  timelineMonths: (ownerId: string) => ['media', 'timeline', ownerId, 'months'] as const,
  timelinePage: (ownerId: string, month: string, skip: number) => ['media', 'timeline', ownerId, 'page', month, skip] as const,
  one: (mediaId: string) => ['media', 'one', mediaId] as const,
  /** Percent, told by the live link while a video is being processed. */
  progress: (mediaId: string) => ['media-progress', mediaId] as const,
  /** How far it is by its status, and why it failed: told by the live link. */
  outcome: (mediaId: string) => ['media-outcome', mediaId] as const,
};
