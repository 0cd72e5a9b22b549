import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/company-sign-in.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const companyAccountKey = ['company-account'] as const;

export const companyAccountOptions = queryOptions({
  queryKey: companyAccountKey,
  queryFn: ({ signal }) => call(endpoints.readCompanyIdentity, { signal }),
});

export const useUnlinkCompanyAccount = (after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: () => send(endpoints.unlinkCompanyIdentity), invalidates: [companyAccountKey] }, after);
