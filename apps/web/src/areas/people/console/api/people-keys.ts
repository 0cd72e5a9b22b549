export const peopleKeys = {
  all: ['people'] as const,
  lists: ['people', 'list'] as const,
  list: (query: Record<string, string | number | undefined>) => ['people', 'list', query] as const,
  one: (userId: string) => ['people', 'one', userId] as const,
};
