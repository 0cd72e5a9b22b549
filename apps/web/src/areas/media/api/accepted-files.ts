import { queryOptions, useQuery } from '@tanstack/react-query';
import { OFFICE_EXTENSIONS } from '@vitrine/contract/accepted-files';
import { readAcceptedFiles } from '@vitrine/contract/files.endpoints';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { mediaKeys } from '../../../lib/query-keys.ts';

/** Changes only when the server starts again. */
const acceptedFilesOptions = queryOptions({
  queryKey: mediaKeys.accepted,
  queryFn: ({ signal }) => call(readAcceptedFiles, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns whether the server converts office files. When it cannot be requested, the files are sent and the server decides. */
export const acceptsOfficeFiles = (): Promise<boolean> =>
  queryClient.fetchQuery({ ...acceptedFilesOptions, retry: false }).then(
    ({ office }) => office,
    () => true,
  );

const OFFICE_NAMES = Object.values(OFFICE_EXTENSIONS).map((name) => `.${name}`);

/** Adds the names of office files to types for a file chooser, if the server converts them. */
export function useChooserTypes(types: string): string {
  const { data } = useQuery(acceptedFilesOptions);
  return data?.office ? [types, ...OFFICE_NAMES].join(',') : types;
}
