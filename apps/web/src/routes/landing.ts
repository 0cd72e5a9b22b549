import { chosenPlan } from '../entities/billing/chosen-plan.ts';
import { getSession, isAdministrator } from '../lib/session.ts';

interface Landing {
  to: '/main' | '/admin/AllUsers' | '/main/subscription';
  search: { open: boolean; steps?: boolean; plan?: string };
}

/** Where one goes after signing in: the albums, for administrators everybody, and with a plan chosen on the way, on to it. */
export function landing(): Landing {
  if (isAdministrator(getSession())) return { to: '/admin/AllUsers', search: { open: true } };
  const plan = chosenPlan();
  return plan ? { to: '/main/subscription', search: { open: false, steps: true, plan } } : { to: '/main', search: { open: false } };
}
