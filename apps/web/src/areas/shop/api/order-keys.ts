export const orderKeys = {
  all: ['orders'] as const,
  own: (userId: string) => ['orders', 'own', userId] as const,
  lists: (query: Record<string, string | undefined>) => ['orders', 'list', query] as const,
  one: (orderId: string) => ['orders', 'one', orderId] as const,
  statuses: ['order-statuses'] as const,
};
