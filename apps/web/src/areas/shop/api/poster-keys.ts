export const posterKeys = {
  values: ['posters', 'values'] as const,
  combinations: ['posters', 'combinations'] as const,
  combinationsOf: (orientationId: string) => ['posters', 'combinations', orientationId] as const,
  price: (choice: Record<string, string> | undefined) => ['posters', 'price', choice ?? null] as const,
  prices: ['posters', 'price'] as const,
};
