/** The plan chosen on the pricing page, stored while the user signs up, follows an emailed link in another tab, and signs in. Signing out deletes it. */
export const PLAN_SLUGS = ['free', 'individual', 'family', 'intro', 'base', 'pro'] as const;
export type PlanSlug = (typeof PLAN_SLUGS)[number];

const STORAGE_KEY = 'chosenPlan';
const STORED_MS = 86_400_000;

export function storeChosenPlan(plan: PlanSlug, now = Date.now()): void {
  localStorage.setItem(STORAGE_KEY, `${plan} ${now + STORED_MS}`);
}

export function readChosenPlan(now = Date.now()): PlanSlug | undefined {
  const [stored, expiresAt] = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ');
  return Number(expiresAt) > now ? PLAN_SLUGS.find((slug) => slug === stored) : undefined;
}

export const clearChosenPlan = (): void => localStorage.removeItem(STORAGE_KEY);
