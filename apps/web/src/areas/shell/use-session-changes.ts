import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Role } from '@vitrine/contract/accounts';
import { LIMITS } from '@vitrine/contract/limits';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Membership } from '../../lib/effective-mode.ts';
import { albumKeys, deviceKeys, playlistKeys } from '../../lib/query-keys.ts';
import { areSameMemberships, endSession, setAccountType, useSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { familiesOptions } from '../families/api/families.ts';

const NO_MEMBERSHIPS: readonly Membership[] = [];

/** Handles changed memberships: shows a message, refetches all lists, and leaves pages of families to which the user no longer belongs. */
export function useMembershipChanges(): void {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const orgs = session?.orgs ?? NO_MEMBERSHIPS;
  const before = useRef({ userId: session?.userId, orgs });
  const onChange = useEffectEvent((now: readonly Membership[]) => {
    const then = before.current;
    before.current = { userId: session?.userId, orgs: now };
    if (then.userId !== session?.userId || areSameMemberships(then.orgs, now)) return;
    const lost = then.orgs.filter(({ id }) => !now.some((org) => org.id === id));
    const getName = getFamilyNames(client);
    const home = getFallbackPage(client, lost);
    for (const { id, orgRole } of lost) if (orgRole === 'subAdmin') toast.warning(`You are no longer in the family “${getName(id)}”.`);
    // Leave the page before its query is refetched and refused.
    void Promise.resolve(home && navigate({ to: home, replace: true }))
      .then(() => client.invalidateQueries())
      .then(() => toastJoinedFamilies(client, then.orgs, now, session?.accountType === 'family'));
  });
  useEffect(() => onChange(orgs), [orgs]);
}

/** Returns a lookup of family names from the cached list. */
function getFamilyNames(client: QueryClient): (orgId: string) => string {
  const names = new Map(client.getQueryData(familiesOptions.queryKey)?.map(({ id, name }) => [id, name]));
  return (orgId) => names.get(orgId) ?? '…';
}

/** Announces new memberships and ownerships. A user in personal mode gets a button to switch, so that nothing is created in the family by accident. */
function toastJoinedFamilies(client: QueryClient, then: readonly Membership[], now: readonly Membership[], isFamily: boolean): void {
  const getName = getFamilyNames(client);
  for (const { id, orgRole } of now) {
    const previous = then.find((org) => org.id === id);
    if (!previous && orgRole === 'subAdmin') {
      toast.success(`You were added to the family “${getName(id)}”.`, {
        action: isFamily ? undefined : { label: 'Switch to family', onSelect: () => setAccountType('family') },
      });
    }
    if (previous?.orgRole === 'subAdmin' && orgRole === 'owner') toast.success(`You’re now the owner of the family “${getName(id)}”.`);
  }
}

/** Returns the list to show instead of an object of a lost organisation; undefined when the user may stay. */
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

/** Signs out an open page when the session expires, instead of at the next request. */
export function useSessionTimeout(): void {
  const signedInAt = useSession()?.signedInAt;
  useEffect(() => {
    if (signedInAt === undefined) return;
    const timer = setTimeout(() => endSession(), Math.max(0, signedInAt + LIMITS.sessionMs - Date.now()));
    return () => clearTimeout(timer);
  }, [signedInAt]);
}

const isStaff = (role: Role | undefined) => role === 'admin' || role === 'support';

/** Removes the console from an open tab when the user's role changes. */
export function useRoleChanges(): void {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const roleKey = session && `${session.role} ${session.isSuperAdmin}`;
  const before = useRef({ userId: session?.userId, role: session?.role, roleKey });
  const onRoleChange = useEffectEvent(() => {
    const then = before.current;
    before.current = { userId: session?.userId, role: session?.role, roleKey };
    if (!session || then.userId !== session.userId || then.roleKey === roleKey) return;
    toast.warning(isStaff(then.role) && !isStaff(session.role) ? 'You are no longer an administrator.' : 'Your role was changed.');
    // Leave pages and accounts without permission before their queries are refetched and refused.
    void navigate({ to: isStaff(session.role) ? '.' : '/main', search: { userId: session.userId }, replace: true }).then(() => {
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries();
    });
  });
  useEffect(() => onRoleChange(), [roleKey]);
}
