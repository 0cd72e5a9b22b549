import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Membership } from '../../lib/effective-mode.ts';
import { albumKeys, deviceKeys, playlistKeys } from '../../lib/query-keys.ts';
import { areSameMemberships, setAccountType, useSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { familiesOptions } from '../families/api/families.ts';

const NO_MEMBERSHIPS: readonly Membership[] = [];

/**
 * Where one belongs has changed, whoever changed it: it is said, everything that is listed is asked for again, and whoever looks at
 * something of a family they are no longer in is led to their own.
 */
export function useMembershipChanges(): void {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const orgs = session?.orgs ?? NO_MEMBERSHIPS;
  const before = useRef({ userId: session?.userId, orgs });
  const onOrgs = useEffectEvent((now: readonly Membership[]) => {
    const then = before.current;
    before.current = { userId: session?.userId, orgs: now };
    if (then.userId !== session?.userId || areSameMemberships(then.orgs, now)) return;
    const lost = then.orgs.filter(({ id }) => !now.some((org) => org.id === id));
    const nameOf = getFamilyNames(client);
    const home = getFallbackPage(client, lost);
    for (const { id, orgRole } of lost) if (orgRole === 'subAdmin') toast.warning(`You are no longer in the family “${nameOf(id)}”.`);
    // The page of what is gone is left before it would be asked for again and refused.
    void Promise.resolve(home && navigate({ to: home, replace: true }))
      .then(() => client.invalidateQueries())
      .then(() => toastJoinedFamilies(client, then.orgs, now, session?.accountType === 'family'));
  });
  useEffect(() => onOrgs(orgs), [orgs]);
}

/** As they were called when the list was last asked for. */
function getFamilyNames(client: QueryClient): (orgId: string) => string {
  const names = new Map(client.getQueryData(familiesOptions.queryKey)?.map(({ id, name }) => [id, name]));
  return (orgId) => names.get(orgId) ?? '…';
}

/** Nobody's work moves into a family unasked: whoever is added while they work is offered to switch. */
function toastJoinedFamilies(client: QueryClient, then: readonly Membership[], now: readonly Membership[], isFamily: boolean): void {
  const nameOf = getFamilyNames(client);
  for (const { id, orgRole } of now) {
    const was = then.find((org) => org.id === id);
    if (!was && orgRole === 'subAdmin') {
      toast.success(`You were added to the family “${nameOf(id)}”.`, {
        action: isFamily ? undefined : { label: 'Switch to family', onSelect: () => setAccountType('family') },
      });
    }
    if (was?.orgRole === 'subAdmin' && orgRole === 'owner') toast.success(`You’re now the owner of the family “${nameOf(id)}”.`);
  }
}

/** The list to go to from the page of a thing that belonged to a lost organisation; nothing where one may stay. */
function getFallbackPage(client: QueryClient, lost: readonly Membership[]): '/main' | '/main/playlist' | '/main/device' | undefined {
  const search = new URLSearchParams(window.location.search);
  const isLost = (queryKey: readonly unknown[]) => {
    const orgId = client.getQueryData<{ orgId: string | null }>(queryKey)?.orgId;
    return lost.some(({ id }) => id === orgId);
  };
  if (isLost(albumKeys.one(search.get('albumId') ?? ''))) return '/main';
  if (isLost(playlistKeys.one(search.get('playlistId') ?? ''))) return '/main/playlist';
  if (isLost(deviceKeys.one(search.get('deviceId') ?? ''))) return '/main/device';
  return undefined;
}
