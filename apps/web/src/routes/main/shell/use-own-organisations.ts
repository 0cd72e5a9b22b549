import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '@vitrine/contract/organisations';
import { organisationsOptions } from '../../../features/organisations/api/organisations.ts';
import { useSession } from '../../../lib/session.ts';

/** Those that whoever is signed in belongs to, once their names are known; nobody who is in none asks. */
export function useOwnOrganisations(): Organisation[] {
  const orgs = useSession()?.orgs ?? [];
  const { data = [] } = useQuery({ ...organisationsOptions, enabled: orgs.length > 0 });
  return data.filter(({ id }) => orgs.some((org) => org.id === id));
}
