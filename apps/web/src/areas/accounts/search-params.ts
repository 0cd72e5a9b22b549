import type { SearchSchemaInput } from '@tanstack/react-router';
import { type RawSearch, readOneOf, readText, readTexts } from '../../lib/search-params.ts';
import { PLAN_SLUGS } from './chosen-plan.ts';

/** Returns the page to open after signing in, if it is one of our own addresses. */
export function readWantedPage(value: unknown): string | undefined {
  const page = readText(value);
  return page && /^\/(main|admin)(\/|\?|$)/.test(page) ? page : undefined;
}

/** The partner's sign-out sends its users here. */
export const signInSearch = (
  raw: { next?: string; fromWVAdmin?: boolean } & SearchSchemaInput,
): { next?: string; fromWVAdmin?: boolean } => {
  const search: RawSearch = { ...raw };
  const isFromPartner = search.fromWVAdmin === true || search.fromWVAdmin === 'true';
  return { next: readWantedPage(search.next), fromWVAdmin: isFromPartner || undefined };
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

export const stopEmailsSearch = (raw: { token?: string } & SearchSchemaInput) => readTexts(raw, 'token');

export const recoverAccountSearch = (raw: { action?: string; key?: string; lock?: string } & SearchSchemaInput) =>
  readTexts(raw, 'action', 'key', 'lock');

/** The answer of the company's OpenID Connect provider. */
export const companyAnswerSearch = (raw: { code?: string; state?: string; iss?: string; error?: string }) =>
  readTexts(raw, 'code', 'state', 'iss', 'error');
