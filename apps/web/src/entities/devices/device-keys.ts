/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const deviceKeys = {
  all: ['devices'] as const,
  /** The list of devices, in batches. */
  pages: (ownerId: string, status?: string, text?: string) => ['devices', 'pages', ownerId, status ?? '', text ?? ''] as const,
  one: (deviceId: string) => ['devices', 'one', deviceId] as const,
  /** Not among the devices, which live events ask for again with every picture. */
  plays: (deviceId: string) => ['plays', deviceId] as const,
  versions: ['versions'] as const,
};
