export const accountKeys = {
  users: ['user'] as const,
  user: (userId: string) => ['user', userId] as const,
  storages: ['storage'] as const,
  /** Of an organisation beside an account, where there is one. */
  storage: (userId: string, orgId?: string) => ['storage', userId, orgId ?? ''] as const,
};
