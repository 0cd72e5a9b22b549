/** Purchases and cancellations invalidate subscriptions and payments. */
export const billingKeys = {
  subscriptions: ['subscription'] as const,
  /** Limits of an account's plan. */
  plan: (userId: string) => ['subscription', 'plan', userId] as const,
  one: (subscriptionId: string) => ['subscription', 'one', subscriptionId] as const,
  credit: (userId: string) => ['subscription', 'credit', userId] as const,
  /** Not below the subscriptions, so that a purchase does not refetch previews. */
  preview: (priceId: string) => ['preview', priceId] as const,
  extraScreensPreview: (subscriptionId: string, quantity: number) => ['preview', 'extraScreens', subscriptionId, quantity] as const,
  payments: ['payments'] as const,
  paymentsOf: (userId: string) => ['payments', 'of', userId] as const,
  receipt: (userId: string, paymentId: string) => ['payments', 'receipt', userId, paymentId] as const,
  allPlans: ['plans'] as const,
  plans: (platform: string) => ['plans', platform] as const,
  bank: ['bank'] as const,
  settled: (orderId: string, intentId: string) => ['settled', orderId, intentId] as const,
};

/** Each key begins with `all`, so that a live event can invalidate lists and details at once. */
export const deviceKeys = {
  all: ['devices'] as const,
  lists: ['devices', 'list'] as const,
  /** Ids of a complete list in order, and a page of it after one of them; `query` contains filters and order. */
  ids: (ownerId: string, query: object) => ['devices', 'list', 'ids', ownerId, query] as const,
  pages: (ownerId: string, query: object) => ['devices', 'list', 'page', ownerId, query] as const,
  page: (ownerId: string, query: object, after: string) => ['devices', 'list', 'page', ownerId, query, after] as const,
  tags: (ownerId: string) => ['devices', 'tags', ownerId] as const,
  move: (deviceIds: readonly string[], orgId: string | null) => ['devices', 'move', orgId, ...deviceIds] as const,
  one: (deviceId: string) => ['devices', 'one', deviceId] as const,
  /** Not below the devices, which live events refetch. */
  names: (deviceIds: readonly string[]) => ['device-names', ...deviceIds] as const,
  /** Not below the devices, which live events refetch. */
  settingsPreview: (stamp: number, settings: object) => ['settings-preview', stamp, settings] as const,
  /** Not below the devices, which live events refetch with every shown photo. */
  plays: (deviceId: string) => ['plays', deviceId] as const,
  playsOnDay: (deviceId: string, day: string) => ['plays', deviceId, day] as const,
  screenshots: (deviceId: string) => ['screenshots', deviceId] as const,
  versions: ['versions'] as const,
  /** Addresses of this installation in its network. */
  network: ['network'] as const,
};

/** Each key begins with `all`, so that a live event can invalidate lists and details at once. */
export const mediaKeys = {
  all: ['media'] as const,
  /** Not below the media, because live events do not change it. */
  accepted: ['accepted-files'] as const,
  ofAlbum: (albumId: string) => ['media', albumId] as const,
  layout: (albumId: string, filter?: string, sort?: string) => ['media', albumId, 'layout', filter ?? 'all', sort ?? ''] as const,
  page: (albumId: string, filter: string | undefined, sort: string | undefined, page: number) =>
    ['media', albumId, 'page', filter ?? 'all', sort ?? '', page] as const,
  ids: (albumId: string, filter?: string, sort?: string) => ['media', albumId, 'ids', filter ?? 'all', sort ?? ''] as const,
  /** All queries of an album with one filter. */
  filtered: (albumId: string, filter: string) =>
    (['layout', 'page', 'ids'] as const).map((part) => ['media', albumId, part, filter] as const),
  favourites: (albumId: string) => ['media', albumId, 'favourites'] as const,
  search: (ownerId: string, text: string) => ['media', 'search', ownerId, text] as const,
  timelines: ['media', 'timeline'] as const,
  timelineMonths: (ownerId: string) => ['media', 'timeline', ownerId, 'months'] as const,
  timelineFavourites: (ownerId: string) => ['media', 'timeline', ownerId, 'favourites'] as const,
  timelinePage: (ownerId: string, month: string, skip: number) => ['media', 'timeline', ownerId, 'page', month, skip] as const,
  one: (mediaId: string) => ['media', 'one', mediaId] as const,
  widgets: ['media', 'widget'] as const,
  widget: (mediaId: string, fileKey?: string) => ['media', 'widget', mediaId, fileKey ?? ''] as const,
  /** Percent, from live events while a video is processed. */
  progress: (mediaId: string) => ['media-progress', mediaId] as const,
  /** Progress as a text, such as "Page 7 of 20", from live events. */
  progressMessage: (mediaId: string) => ['media-progress-message', mediaId] as const,
  /** Status and failure reason, from live events. */
  outcome: (mediaId: string) => ['media-outcome', mediaId] as const,
};

/** True for the favorites of any album or timeline, and for lists of them. */
export const isFavouritesQuery = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === 'media' && (queryKey.includes('favourites') || queryKey.includes('favourite'));

/** Each key begins with `all`, so that a live event can invalidate lists and details at once. */
export const playlistKeys = {
  all: ['playlists'] as const,
  /** Pages of a list; `ownerId` is a user's or an organisation's id. */
  pages: (ownerId: string, sort?: string) => ['playlists', 'pages', ownerId, sort ?? ''] as const,
  count: (ownerId: string) => ['playlists', 'count', ownerId] as const,
  search: (ownerId: string, text: string) => ['playlists', 'search', ownerId, text] as const,
  list: (ownerId: string, sort?: string) => ['playlists', 'list', ownerId, sort ?? ''] as const,
  one: (playlistId: string) => ['playlists', 'one', playlistId] as const,
  items: (playlistId: string) => ['playlists', 'items', playlistId] as const,
};

/** Each key begins with `all`, so that a live event can invalidate lists and details at once. */
export const publishKeys = {
  all: ['publishes'] as const,
  ofDevice: (deviceId: string) => ['publishes', 'device', deviceId] as const,
  ofDevices: (deviceIds: readonly string[]) => ['publishes', 'devices', ...deviceIds] as const,
  /** Not below the devices, because the events of a large fleet would refetch them constantly. */
  targets: ['publish-targets'] as const,
  targetPage: (ownerId: string, text: string, page: number) => ['publish-targets', ownerId, text, page] as const,
  online: (ownerId: string) => ['publish-online', ownerId] as const,
  /** Devices with a tag. */
  tagged: (ownerId: string, tagId: string) => ['publish-targets', 'tagged', ownerId, tagId] as const,
  downloadsStarting: ['downloads-starting'] as const,
  downloadStarting: (ownerId: string) => ['downloads-starting', ownerId] as const,
  /** `stamp` identifies a device selection, which may contain thousands of ids. */
  progress: (stamp: number) => ['publish-progress', stamp] as const,
  forecast: (playlistId: string, schedule: object | undefined, deviceIds: readonly string[]) =>
    ['publishes', 'forecast', playlistId, schedule ?? null, ...deviceIds] as const,
  history: (deviceId: string, at: string) => ['publish-history', deviceId, at] as const,
  /** Not below the publishes, because the events of a large fleet would refetch them constantly. `stamp` identifies the targets. */
  preview: (stamp: string | number, change: object) => ['publish-preview', stamp, change] as const,
  privateAlbums: (orgId: string, deviceIds: readonly string[]) => ['publishes', 'private-albums', orgId, ...deviceIds] as const,
  days: (deviceIds: readonly string[]) => ['publishes', 'days', ...deviceIds] as const,
  ofPlaylist: (playlistId: string) => ['publishes', 'playlist', playlistId] as const,
  ofTag: (tagId: string) => ['publishes', 'tag', tagId] as const,
  tagsOfPlaylist: (playlistId: string) => ['publishes', 'tags', playlistId] as const,
  count: (playlistId: string) => ['publishes', 'count', playlistId] as const,
  /** Publishes of a playlist, or to a device, that wait for screens. */
  waiting: (scope: object) => ['publishes', 'waiting', scope] as const,
};

/** Each key begins with `all`, so that a live event can invalidate lists and details at once. */
export const albumKeys = {
  all: ['albums'] as const,
  /** Pages of a list; `ownerId` is a user's or an organisation's id. */
  pages: (tab: 'mine' | 'shared', ownerId: string, sort?: string) => ['albums', 'pages', tab, ownerId, sort ?? ''] as const,
  /** Complete list for pickers and side lists. */
  list: (tab: 'mine' | 'shared', ownerId: string) => ['albums', 'list', tab, ownerId] as const,
  count: (tab: 'mine' | 'shared', ownerId: string) => ['albums', 'count', tab, ownerId] as const,
  search: (tab: 'mine' | 'shared', ownerId: string, text: string) => ['albums', 'search', tab, ownerId, text] as const,
  one: (albumId: string) => ['albums', 'one', albumId] as const,
  links: (albumId: string) => ['albums', 'links', albumId] as const,
  bin: (ownerId: string) => ['albums', 'bin', ownerId] as const,
};

export const screenAlertKeys = {
  all: ['screen alerts'] as const,
  one: (ownerId: string) => ['screen alerts', ownerId] as const,
};

/** Each key begins with `all`, so that a live event can invalidate lists and details at once. */
export const emergencyKeys = {
  all: ['emergency'] as const,
  messages: (ownerId: string) => ['emergency', 'messages', ownerId] as const,
  alerts: (ownerId: string) => ['emergency', 'alerts', ownerId] as const,
  alert: (alertId: string) => ['emergency', 'alert', alertId] as const,
  feeds: (ownerId: string) => ['emergency', 'feeds', ownerId] as const,
};

/** Each key begins with `all`, so that a live event can invalidate the list and details at once. */
export const sourceKeys = {
  all: ['sources'] as const,
  list: (ownerId: string) => ['sources', 'list', ownerId] as const,
  one: (sourceId: string) => ['sources', 'one', sourceId] as const,
};

export const reportKeys = {
  plays: (ownerId: string, query: object) => ['reports', 'plays', ownerId, query] as const,
  screens: (ownerId: string, query: object) => ['reports', 'screens', ownerId, query] as const,
  emails: (ownerId: string) => ['reports', 'emails', ownerId] as const,
};
