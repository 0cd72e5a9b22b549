import { queryOptions } from '@tanstack/react-query';
import type { CreateApiToken, CreatedApiToken } from '@vitrine/contract/api-tokens';
import * as endpoints from '@vitrine/contract/api-tokens.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const apiTokenKeys = { all: ['api-tokens'] as const };

export const apiTokensOptions = queryOptions({
  queryKey: apiTokenKeys.all,
  queryFn: ({ signal }) => call(endpoints.listApiTokens, { signal }),
});

const createToken = async ({ password, ...token }: CreateApiToken) =>
  call(endpoints.createApiToken, { body: { ...token, password: await sealPassword(password) } });

export const useCreateApiToken = (after: MutationCallbacks<CreateApiToken, CreatedApiToken>) =>
  useApiMutation({ mutate: createToken, invalidates: [apiTokenKeys.all] }, after);

export const useRevokeApiToken = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id) => send(endpoints.revokeApiToken, { params: { id } }), invalidates: [apiTokenKeys.all] }, after);
