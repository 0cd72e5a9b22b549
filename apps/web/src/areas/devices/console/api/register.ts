import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Environment, RegisterEntry, RegisterQuery } from '@vitrine/contract/console-devices';
import * as endpoints from '@vitrine/contract/register.endpoints';
import { call, getEndpointUrl, send } from '../../../../lib/api-client.ts';
import { download } from '../../../../lib/downloads.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { LIST_REFRESH_OPTIONS, replaceRow } from '../../../console/list-cache.ts';
import { consoleDeviceKeys } from './console-device-keys.ts';

/** Source: specification 3 §9. */
const REGISTER_PAGE_SIZE = 10;

export type RegisterFilters = Partial<Pick<RegisterQuery, 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'>>;

export const registerOptions = (filters: RegisterFilters) =>
  infiniteQueryOptions({
    queryKey: consoleDeviceKeys.register(filters),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchRegister, { query: { ...filters, dataPerPage: REGISTER_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < REGISTER_PAGE_SIZE ? undefined : page.at(-1)?._id),
    ...LIST_REFRESH_OPTIONS,
  });

export const exportRegister = (filters: RegisterFilters) =>
  download(getEndpointUrl(endpoints.exportRegister, { query: filters }), 'screens.csv');

/** Refused when the screen has been put elsewhere since it was read; then the row is read again. */
export async function setEnvironment({ entry, to }: { entry: RegisterEntry; to: Environment }) {
  try {
    const answer = await send(endpoints.setEnvironment, { params: { id: entry._id }, body: { environment: to, from: entry.environment } });
    updateRegisterRow(answer.result);
    return answer;
  } catch (error) {
    const found = await call(endpoints.searchRegister, { query: { string: entry.deviceId } }).catch(() => []);
    for (const now of found) if (now._id === entry._id) updateRegisterRow(now);
    throw error;
  }
}

const updateRegisterRow = (now: RegisterEntry) =>
  queryClient.setQueriesData<InfiniteData<RegisterEntry[]>>(
    { queryKey: consoleDeviceKeys.registers },
    (list) => list && replaceRow(list, now),
  );
