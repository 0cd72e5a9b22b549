import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/second-factor.endpoints';
import type { SecondFactorSettingsBody } from '@vitrine/contract/second-factor-settings';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const SETTINGS_KEY = ['second-factor-settings'] as const;

export const secondFactorSettingsOptions = queryOptions({
  queryKey: SETTINGS_KEY,
  queryFn: ({ signal }) => call(endpoints.readSecondFactorSettings, { signal }),
});

const editSettings = (body: SecondFactorSettingsBody) => send(endpoints.editSecondFactorSettings, { body });

export const useEditSecondFactorSettings = (after: MutationCallbacks<SecondFactorSettingsBody, MessageResponse>) =>
  useApiMutation({ mutate: editSettings, invalidates: [SETTINGS_KEY], invalidatesOnError: true }, after);
