export const posterKeys = {
  values: ['posters', 'values'] as const,
  combinations: (orientationId: string) => ['posters', 'combinations', orientationId] as const,
  price: (choice: Record<string, string> | undefined) => ['posters', 'price', choice ?? null] as const,
};
