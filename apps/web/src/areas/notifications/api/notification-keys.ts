/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const notificationKeys = {
  all: ['notifications'] as const,
  list: (userId: string) => ['notifications', userId] as const,
};
