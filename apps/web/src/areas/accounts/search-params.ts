import type { SearchSchemaInput } from '@tanstack/react-router';
import { type RawSearch, readOneOf, readText, readTexts } from '../../lib/search-params.ts';
import { PLAN_SLUGS } from './chosen-plan.ts';

/** Page after signing in, limited to our own addresses. The partner's sign-out sends its users here. */
export const signInSearch = (
  raw: { next?: string; fromWVAdmin?: boolean } & SearchSchemaInput,
): { next?: string; fromWVAdmin?: boolean } => {
  const search: RawSearch = { ...raw };
  const next = readText(search.next);
  const isFromPartner = search.fromWVAdmin === true || search.fromWVAdmin === 'true';
  return { next: next && /^\/(main|admin)(\/|\?|$)/.test(next) ? next : undefined, fromWVAdmin: isFromPartner || undefined };
};

/** An invitation by mail leads here with the address it was sent to; the pricing page with the plan that was chosen there. */
export const signUpSearch = (raw: { email?: string; plan?: string } & SearchSchemaInput) => ({
  email: readText(raw.email),
  plan: readOneOf(raw.plan, PLAN_SLUGS),
});

export const verifyEmailSearch = (raw: { emailvfkey?: string; emailvflock?: string } & SearchSchemaInput) =>
  readTexts(raw, 'emailvfkey', 'emailvflock');

export const resetPasswordSearch = (raw: { resetvfkey?: string; resetvflock?: string } & SearchSchemaInput) =>
  readTexts(raw, 'resetvfkey', 'resetvflock');

export const recoverAccountSearch = (raw: { action?: string; key?: string; lock?: string } & SearchSchemaInput) =>
  readTexts(raw, 'action', 'key', 'lock');
