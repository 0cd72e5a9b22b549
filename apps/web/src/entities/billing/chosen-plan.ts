/**
 * The plan that somebody chose on the pricing page, kept while they sign up, follow the link of a mail in another tab and sign in.
 * Signing out forgets it with everything else.
 */
export const PLAN_SLUGS = ['free', 'individual', 'family'] as const;
export type PlanSlug = (typeof PLAN_SLUGS)[number];

const NAME = 'chosenPlan';
const KEPT_MS = 86_400_000;

export function keepChosenPlan(plan: PlanSlug, now = Date.now()): void {
  localStorage.setItem(NAME, `${plan} ${now + KEPT_MS}`);
}

export function chosenPlan(now = Date.now()): PlanSlug | undefined {
  const [kept, until] = (localStorage.getItem(NAME) ?? '').split(' ');
  return Number(until) > now ? PLAN_SLUGS.find((slug) => slug === kept) : undefined;
}

export const forgetChosenPlan = (): void => localStorage.removeItem(NAME);
