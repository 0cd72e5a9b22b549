export const itemKeys = {
  all: ['items'] as const,
  list: ['items', 'list'] as const,
  one: (id: string) => ['items', 'one', id] as const,
  quote: (basket: string) => ['items', 'quote', basket] as const,
};
