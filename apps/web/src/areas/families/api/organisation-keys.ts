/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const familyKeys = {
  all: ['organisations'] as const,
  list: ['organisations', 'list'] as const,
  one: (orgId: string) => ['organisations', 'one', orgId] as const,
  members: (orgId: string) => ['organisations', 'members', orgId] as const,
  invitations: (orgId: string) => ['organisations', 'invitations', orgId] as const,
  ownInvitations: ['organisations', 'own-invitations'] as const,
  /** Those who may be asked to join. */
  people: ['organisations', 'people'] as const,
  /** Whoever has this address. */
  person: (email: string) => ['organisations', 'person', email] as const,
};
