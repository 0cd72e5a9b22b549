/** A person's membership of an organisation, as the server returns it. */
export interface Membership {
  id: string;
  orgRole: 'owner' | 'subAdmin';
}

/** View chosen by a member: the family's objects, or their own. */
export type AccountType = 'family' | 'other';

export type EffectiveMode = 'ordinary' | 'owner' | 'sub-admin' | 'adminSubAdmin';

export interface EffectiveAccount {
  mode: EffectiveMode;
  /** Sent with lists and new objects; undefined for an ordinary user. */
  orgId?: string;
}

/** The one place that decides it. Source: specification 1 §4, effective mode; which organisation: §6. */
export function getEffectiveAccount(orgs: readonly Membership[], accountType: AccountType): EffectiveAccount {
  const [first, second] = orgs;
  if (second?.orgRole === 'owner' && accountType !== 'family') return { mode: 'adminSubAdmin', orgId: second.id };
  if (first?.orgRole === 'owner') return { mode: 'owner', orgId: first.id };
  if (first?.orgRole === 'subAdmin' && accountType === 'family') return { mode: 'sub-admin', orgId: first.id };
  return { mode: 'ordinary' };
}
