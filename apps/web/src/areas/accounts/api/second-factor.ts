import { queryOptions } from '@tanstack/react-query';
import type { FactorRecovery } from '@vitrine/contract/second-factor';
import * as endpoints from '@vitrine/contract/second-factor.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Credentials } from './accounts.ts';

export const secondFactorKeys = {
  own: ['second-factor'] as const,
  recovery: (key: string) => ['factor-recovery', key] as const,
};

const stepUp = (code: string) => send(endpoints.stepUp, { body: { code } });

async function requestRecovery({ email, password }: Credentials) {
  return send(endpoints.requestFactorRecovery, { body: { email, password: await sealPassword(password) } });
}

export interface RecoveryLink {
  key: string;
  lock: string;
}

/** Opens an emailed link. It can be opened again with the same result. */
export const recoveryLinkOptions = (action: 'start' | 'stop', link: RecoveryLink) =>
  queryOptions({
    queryKey: [...secondFactorKeys.recovery(link.key), action],
    queryFn: (): Promise<FactorRecovery> =>
      call(action === 'start' ? endpoints.startFactorRecovery : endpoints.stopFactorRecovery, { body: link }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const useStepUp = (after: MutationCallbacks<string, MessageResponse>) => useApiMutation({ mutate: stepUp, invalidates: [] }, after);

export const useRequestFactorRecovery = (after: MutationCallbacks<Credentials, MessageResponse>) =>
  useApiMutation({ mutate: requestRecovery, invalidates: [] }, after);
