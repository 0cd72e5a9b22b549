/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const publishKeys = {
  all: ['publishes'] as const,
  ofDevice: (deviceId: string) => ['publishes', 'device', deviceId] as const,
  /** Not among the devices: a fleet of thousands would have them asked for without end. */
  targets: ['publish-targets'] as const,
  targetPage: (ownerId: string, text: string, page: number) => ['publish-targets', ownerId, text, page] as const,
  online: (ownerId: string) => ['publish-online', ownerId] as const,
  downloadsStarting: ['downloads-starting'] as const,
  downloadStarting: (ownerId: string) => ['downloads-starting', ownerId] as const,
  /** `stamp` stands for a choice of devices, which may be thousands of ids. */
  progress: (stamp: number) => ['publish-progress', stamp] as const,
  forecast: (playlistId: string, schedule: object | undefined, deviceIds: readonly string[]) =>
    ['publishes', 'forecast', playlistId, schedule ?? null, ...deviceIds] as const,
  days: (deviceIds: readonly string[]) => ['publishes', 'days', ...deviceIds] as const,
  ofPlaylist: (playlistId: string) => ['publishes', 'playlist', playlistId] as const,
};
