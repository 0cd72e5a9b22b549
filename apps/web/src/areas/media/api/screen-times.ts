import { setScreenTimes } from '@vitrine/contract/media.endpoints';
import type { MediaValidity } from '@vitrine/contract/media-validity';
import { send } from '../../../lib/api-client.ts';
import { mediaKeys, playlistKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { sendInBatches } from './media-mutations.ts';

/** When and how long screens show media. Undefined fields stay unchanged, and null removes the setting. */
export interface ScreenTimes {
  /** Seconds. */
  duration?: number | null;
  valid?: MediaValidity | null;
}

interface ScreenTimesChange {
  ids: readonly string[];
  times: ScreenTimes;
}

/** Sets when and how long screens show media of any albums. */
export const useSetScreenTimes = (after: MutationCallbacks<ScreenTimesChange, string | undefined>) =>
  useApiMutation(
    {
      mutate: ({ ids, times }) => sendInBatches(ids, (mediaIdArr) => send(setScreenTimes, { body: { mediaIdArr, ...times } })),
      invalidates: [mediaKeys.all, playlistKeys.all],
      invalidatesOnError: true,
    },
    after,
  );
