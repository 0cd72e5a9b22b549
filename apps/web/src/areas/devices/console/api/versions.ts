import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DeviceVersion, VersionBody } from '@vitrine/contract/versions';
import * as endpoints from '@vitrine/contract/versions.endpoints';
import { call, getEndpointUrl, send } from '../../../../lib/api-client.ts';
import { download } from '../../../../lib/downloads.ts';
import type { VersionFiles } from '../version-files.ts';
import { FilesRefusedError } from './files-refused.ts';
import { sendVersionFiles, type VersionUpload } from './upload-files.ts';
import { versionKeys } from './version-keys.ts';

/** Source: specification 3 §9. */
const PAGE_SIZE = 25;

/** All versions of the platforms that an administrator sees, the newest first. */
export const managedVersionsOptions = infiniteQueryOptions({
  queryKey: versionKeys.kept,
  queryFn: ({ pageParam, signal }) => call(endpoints.listVersions, { query: { page: pageParam, dataPerPage: PAGE_SIZE }, signal }),
  initialPageParam: 1,
  getNextPageParam: (page, _pages, number) => (page.length < PAGE_SIZE ? undefined : number + 1),
});

interface SavedVersion {
  /** As it read when the form was opened; none for a new one. */
  version: DeviceVersion | undefined;
  form: VersionBody;
  files: VersionFiles | null;
  sending: VersionUpload;
}

/** The version, then its files. FilesRefusedError when the version was saved and its files were not. */
export async function saveVersion({ version, form, files, sending }: SavedVersion) {
  const answer = version
    ? await send(endpoints.changeVersion, { params: { id: version._id }, body: { ...form, updatedAt: version.updatedAt } })
    : await send(endpoints.createVersion, { body: form });
  if (!files) return answer;
  try {
    await sendVersionFiles(answer.result._id, files, sending);
    return answer;
  } catch (cause) {
    throw new FilesRefusedError(answer.result, cause);
  }
}

export const setVersionVisible = ({ version, isVisible }: { version: DeviceVersion; isVisible: boolean }) =>
  send(endpoints.changeVersion, { params: { id: version._id }, body: { isVisible } });

export const setBaseVersion = (version: DeviceVersion) => send(endpoints.changeVersion, { params: { id: version._id }, body: { type: 1 } });

export const deleteVersion = (versionId: string) => send(endpoints.deleteVersion, { params: { id: versionId } });

export const exportVersions = () => download(getEndpointUrl(endpoints.exportVersions, {}), 'versions.csv');
