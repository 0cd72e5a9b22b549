export const accountKeys = {
  user: (userId: string) => ['user', userId] as const,
  storages: ['storage'] as const,
  storage: (userId: string) => ['storage', userId] as const,
};
