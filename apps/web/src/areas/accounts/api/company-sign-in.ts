import { queryOptions } from '@tanstack/react-query';
import type { CompanySignInStep } from '@vitrine/contract/company-sign-in';
import * as endpoints from '@vitrine/contract/company-sign-in.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { startSession } from '../../../lib/session.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Name under which this tab remembers the page to open after the sign-in, while the provider's pages are open. */
const NEXT_KEY = 'vitrine.company.next';

const companySignInKeys = {
  settings: ['company-sign-in'] as const,
  answer: (answer: string) => ['company-sign-in', 'answer', answer] as const,
};

/** Name of the company's provider, which does not change while the page is open. */
export const companySignInOptions = queryOptions({
  queryKey: companySignInKeys.settings,
  queryFn: ({ signal }) => call(endpoints.readCompanySignIn, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

async function startCompanySignIn(next: string | undefined): Promise<{ url: string }> {
  const started = await call(endpoints.startCompanySignIn);
  if (next) sessionStorage.setItem(NEXT_KEY, next);
  else sessionStorage.removeItem(NEXT_KEY);
  return started;
}

export const readNextPage = (): string | undefined => sessionStorage.getItem(NEXT_KEY) ?? undefined;

function enter({ token, result }: { token?: string; result: CompanySignInStep }): CompanySignInStep {
  if (token !== undefined && result.user) {
    sessionStorage.removeItem(NEXT_KEY);
    startSession(token, result.user);
  }
  return result;
}

/** Sends the provider's answer. A write as a query: an answer works once, however often the page is drawn. */
export const companyAnswerOptions = (answer: string) =>
  queryOptions({
    queryKey: companySignInKeys.answer(answer),
    queryFn: async () => enter(await send(endpoints.answerCompanySignIn, { body: { answer } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface CompanyProof {
  password?: string | undefined;
  code?: string | undefined;
}

async function proveCompanySignIn({ password, code }: CompanyProof): Promise<CompanySignInStep> {
  const sealed = password === undefined ? undefined : await sealPassword(password);
  const body = { ...(sealed !== undefined && { password: sealed }), ...(code !== undefined && { code }) };
  return enter(await send(endpoints.proveCompanySignIn, { body }));
}

export const useStartCompanySignIn = (after: MutationCallbacks<string | undefined, { url: string }>) =>
  useApiMutation({ mutate: startCompanySignIn, invalidates: [] }, after);

export const useProveCompanySignIn = (after?: MutationCallbacks<CompanyProof, CompanySignInStep>) =>
  useApiMutation({ mutate: proveCompanySignIn, invalidates: [] }, after);
