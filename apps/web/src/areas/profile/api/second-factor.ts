import { queryOptions } from '@tanstack/react-query';
import type { RecoveryCodes, SecondFactorSetup } from '@vitrine/contract/second-factor';
import * as endpoints from '@vitrine/contract/second-factor.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { secondFactorKeys } from '../../accounts/api/second-factor.ts';

export const secondFactorOptions = queryOptions({
  queryKey: secondFactorKeys.own,
  queryFn: ({ signal }) => call(endpoints.readSecondFactor, { signal }),
});

const setUp = async (plain: string) => call(endpoints.setUpSecondFactor, { body: { password: await sealPassword(plain) } });
const confirm = (code: string) => call(endpoints.confirmSecondFactor, { body: { code } });
const remove = async (plain: string) => send(endpoints.removeSecondFactor, { body: { password: await sealPassword(plain) } });
const renewCodes = async (plain: string) => call(endpoints.renewRecoveryCodes, { body: { password: await sealPassword(plain) } });

export const useSetUpSecondFactor = (after: MutationCallbacks<string, SecondFactorSetup>) =>
  useApiMutation({ mutate: setUp, invalidates: [] }, after);

/** Other sessions end as well. */
export const useConfirmSecondFactor = (after: MutationCallbacks<string, RecoveryCodes>) =>
  useApiMutation({ mutate: confirm, invalidates: [secondFactorKeys.own] }, after);

export const useRemoveSecondFactor = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: remove, invalidates: [secondFactorKeys.own] }, after);

export const useRenewRecoveryCodes = (after: MutationCallbacks<string, RecoveryCodes>) =>
  useApiMutation({ mutate: renewCodes, invalidates: [secondFactorKeys.own] }, after);
