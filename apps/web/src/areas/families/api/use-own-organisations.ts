import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '@vitrine/contract/organisations';
import { useSession } from '../../../lib/session.ts';
import { familiesOptions } from './families.ts';

/** Those that whoever is signed in belongs to, once their names are known; nobody who is in none asks. */
export function useOwnFamilies(): Organisation[] {
  const orgs = useSession()?.orgs ?? [];
  const { data = [] } = useQuery({ ...familiesOptions, enabled: orgs.length > 0 });
  return data.filter(({ id }) => orgs.some((org) => org.id === id));
}
