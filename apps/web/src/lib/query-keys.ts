/**
 * Every key of the query cache. A longer key begins with the shorter one, so that a live event
 * can say "all albums" and mean lists and details alike.
 */
export const keys = {
  user: (userId: string) => ['user', userId] as const,
  verification: (key: string) => ['verification', key] as const,
  resetLink: (key: string) => ['reset-link', key] as const,
  addresses: (userId: string) => ['addresses', userId] as const,
  ftpAccount: ['ftp-account'] as const,
  signedIn: ['signed-in'] as const,
  captcha: ['captcha'] as const,
  storages: ['storage'] as const,
  storage: (userId: string) => ['storage', userId] as const,
  subscription: (userId: string) => ['subscription', userId] as const,
  organisation: (orgId: string) => ['organisation', orgId] as const,
  notifications: ['notifications'] as const,
  notificationList: (userId: string) => ['notifications', userId] as const,

  albums: ['albums'] as const,
  /** Pages of a list; `whose` is a user's or an organisation's id. */
  albumPages: (tab: 'mine' | 'shared', whose: string, sort?: string) => ['albums', 'pages', tab, whose, sort ?? ''] as const,
  /** The list whole, for pickers and side lists. */
  albumList: (tab: 'mine' | 'shared', whose: string) => ['albums', 'list', tab, whose] as const,
  albumSearch: (tab: 'mine' | 'shared', userId: string, text: string) => ['albums', 'search', tab, userId, text] as const,
  album: (albumId: string) => ['albums', 'one', albumId] as const,
  emailSearch: (text: string) => ['emails', text] as const,
  bin: (userId: string) => ['albums', 'bin', userId] as const,

  media: ['media'] as const,
  mediaOfAlbum: (albumId: string) => ['media', albumId] as const,
  mediaLayout: (albumId: string, filter?: string, sort?: string) => ['media', albumId, 'layout', filter ?? 'all', sort ?? ''] as const,
  mediaPage: (albumId: string, filter: string | undefined, sort: string | undefined, page: number) =>
    ['media', albumId, 'page', filter ?? 'all', sort ?? '', page] as const,
  mediaIds: (albumId: string, filter?: string, sort?: string) => ['media', albumId, 'ids', filter ?? 'all', sort ?? ''] as const,
  mediaSearch: (userId: string, text: string) => ['media', 'search', userId, text] as const,
  mediaOne: (mediaId: string) => ['media', 'one', mediaId] as const,
  /** Percent, told by the live link while a video is being processed. */
  mediaProgress: (mediaId: string) => ['media-progress', mediaId] as const,

  masterValues: ['posters', 'values'] as const,
  posterCombinations: (orientationId: string) => ['posters', 'combinations', orientationId] as const,
  posterPrice: (choice: Record<string, string> | undefined) => ['posters', 'price', choice ?? null] as const,

  playlists: ['playlists'] as const,
  /** Pages of a list; `whose` is a user's or an organisation's id. */
  playlistPages: (whose: string, sort?: string) => ['playlists', 'pages', whose, sort ?? ''] as const,
  playlistSearch: (userId: string, text: string) => ['playlists', 'search', userId, text] as const,
  playlistList: (userId: string, sort?: string) => ['playlists', 'list', userId, sort ?? ''] as const,
  playlist: (playlistId: string) => ['playlists', 'one', playlistId] as const,
  playlistItems: (playlistId: string) => ['playlists', 'items', playlistId] as const,

  devices: ['devices'] as const,
  /** The list of devices, in batches. */
  devicePages: (whose: string, status?: string, text?: string) => ['devices', 'pages', whose, status ?? '', text ?? ''] as const,
  device: (deviceId: string) => ['devices', 'one', deviceId] as const,
  /** Not among the devices, which live events ask for again with every picture. */
  playsOfDevice: (deviceId: string) => ['plays', deviceId] as const,

  versions: ['versions'] as const,

  publishes: ['publishes'] as const,
  publishesOfDevice: (deviceId: string) => ['publishes', 'device', deviceId] as const,
  /** Not among the devices: a fleet of thousands would have them asked for without end. */
  publishTargets: ['publish-targets'] as const,
  publishTargetPage: (whose: string, text: string, page: number) => ['publish-targets', whose, text, page] as const,
  downloadsStarting: ['downloads-starting'] as const,
  downloadStarting: (whose: string) => ['downloads-starting', whose] as const,
  /** `stamp` stands for a choice of devices, which may be thousands of ids. */
  publishProgress: (stamp: number) => ['publish-progress', stamp] as const,
  publishForecast: (playlistId: string, schedule: object | undefined, deviceIds: readonly string[]) =>
    ['publishes', 'forecast', playlistId, schedule ?? null, ...deviceIds] as const,
  publishesOfPlaylist: (playlistId: string) => ['publishes', 'playlist', playlistId] as const,
};
