import { getSession, isAdministrator } from '../../lib/session.ts';
import { readChosenPlan } from './chosen-plan.ts';

interface LandingPage {
  to: '/main' | '/admin/AllUsers' | '/main/subscription';
  search: { open: boolean; steps?: boolean; plan?: string };
}

/** Returns the page after signing in: the albums; for administrators the list of users; or the checkout of a chosen plan. */
export function getLandingPage(): LandingPage {
  if (isAdministrator(getSession())) return { to: '/admin/AllUsers', search: { open: true } };
  const plan = readChosenPlan();
  return plan ? { to: '/main/subscription', search: { open: false, steps: true, plan } } : { to: '/main', search: { open: false } };
}
