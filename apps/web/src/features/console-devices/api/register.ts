import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Environment, RegisterEntry, RegisterQuery } from '@vitrine/contract/console-devices';
import * as endpoints from '@vitrine/contract/register.endpoints';
import { addressOf, call, send } from '../../../lib/api-client.ts';
import { download } from '../../../lib/downloads.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { consoleDeviceKeys } from '../console-device-keys.ts';
import { listRefresh, withRow } from '../listed-rows.ts';

/** Source: specification 3 §9. */
const PAGE_SIZE = 10;

export type RegisterFilters = Partial<Pick<RegisterQuery, 'sort' | 'filter' | 'string' | 'startDate' | 'endDate'>>;

export const registerOptions = (filters: RegisterFilters) =>
  infiniteQueryOptions({
    queryKey: consoleDeviceKeys.register(filters),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.searchRegister, { query: { ...filters, dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
    ...listRefresh,
  });

export const exportRegister = (filters: RegisterFilters) =>
  download(addressOf(endpoints.exportRegister, { query: filters }), 'screens.csv');

/** Refused when the screen has been put elsewhere since it was read; then the row is read again. */
export async function setEnvironment({ entry, to }: { entry: RegisterEntry; to: Environment }) {
  try {
    const answer = await send(endpoints.setEnvironment, { params: { id: entry._id }, body: { environment: to, from: entry.environment } });
    putInto(answer.result);
    return answer;
  } catch (error) {
    const found = await call(endpoints.searchRegister, { query: { string: entry.deviceId } }).catch(() => []);
    for (const now of found) if (now._id === entry._id) putInto(now);
    throw error;
  }
}

const putInto = (now: RegisterEntry) =>
  queryClient.setQueriesData<InfiniteData<RegisterEntry[]>>(
    { queryKey: consoleDeviceKeys.registers },
    (list) => list && withRow(list, now),
  );
