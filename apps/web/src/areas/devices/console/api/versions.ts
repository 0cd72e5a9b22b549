import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Failure } from '@vitrine/contract/envelope';
import type { Rollout, RolloutChange } from '@vitrine/contract/rollouts';
import type { DeviceVersion, VersionBody } from '@vitrine/contract/versions';
import * as endpoints from '@vitrine/contract/versions.endpoints';
import { uploadVersionFiles } from '@vitrine/contract/versions.endpoints';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../../lib/api-client.ts';
import { AppError, type AppErrorCode } from '../../../../lib/app-error.ts';
import { download } from '../../../../lib/downloads.ts';
import { deviceKeys } from '../../../../lib/query-keys.ts';
import { endSession, getSession } from '../../../../lib/session.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import type { VersionFiles } from '../version-files.ts';

const versionKeys = {
  /** For owners of devices, and for the console. */
  all: deviceKeys.versions,
  kept: [...deviceKeys.versions, 'kept'] as const,
  rollouts: ['rollouts'] as const,
};

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
async function saveVersion({ version, form, files, sending }: SavedVersion) {
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

const setVersionVisible = ({ version, isVisible }: { version: DeviceVersion; isVisible: boolean }) =>
  send(endpoints.changeVersion, { params: { id: version._id }, body: { isVisible } });

const setBaseVersion = (version: DeviceVersion) => send(endpoints.changeVersion, { params: { id: version._id }, body: { type: 1 } });

const deleteVersion = (versionId: string) => send(endpoints.deleteVersion, { params: { id: versionId } });

const exportVersions = () => download(getEndpointUrl(endpoints.exportVersions, {}), 'versions.csv');

const ROLLOUTS_PAGE_SIZE = 25;
/** The server takes a step every five seconds. */
const RUNNING_REFRESH_MS = 3000;
const IDLE_REFRESH_MS = 15_000;

/** Running rollouts first, then ended ones. */
export const rolloutsOptions = infiniteQueryOptions({
  queryKey: versionKeys.rollouts,
  queryFn: ({ pageParam, signal }) => call(endpoints.listRollouts, { query: { page: pageParam, dataPerPage: ROLLOUTS_PAGE_SIZE }, signal }),
  initialPageParam: 1,
  getNextPageParam: (page, _pages, number) => (page.length < ROLLOUTS_PAGE_SIZE ? undefined : number + 1),
  refetchInterval: ({ state }) =>
    state.data?.pages.flat().some(({ state: is }) => is === 'running') ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS,
});

const startRollout = (body: Parameters<typeof send<typeof endpoints.startRollout>>[1]['body']) => send(endpoints.startRollout, { body });

const changeRollout = ({ rollout, ...change }: { rollout: Rollout } & Omit<RolloutChange, 'updatedAt'>) =>
  send(endpoints.changeRollout, { params: { id: rollout._id }, body: { ...change, updatedAt: rollout.updatedAt } });

const STOPPED = 'Upload canceled.';
const SEND_AGAIN = 'Connection lost during upload. Try again.';

interface VersionUpload {
  /** Told how many percent have left. */
  onProgress: (percent: number) => void;
  /** Stops it. */
  signal: AbortSignal;
}

/** Sends the files of a version in one form. An AppError where they are refused. */
function sendVersionFiles(versionId: string, { parts }: VersionFiles, { onProgress, signal }: VersionUpload): Promise<void> {
  const form = new FormData();
  for (const { field, file } of parts) form.append(field, file);
  const token = getSession()?.token ?? '';
  // Only this old way of asking tells how much has left.
  const request = new XMLHttpRequest();
  onProgress(0);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    signal.addEventListener('abort', () => request.abort());
    request.onabort = () => reject(new AppError('NETWORK', STOPPED));
    request.onerror = () => reject(new AppError('NETWORK', SEND_AGAIN));
    request.onload = () => {
      if (request.status === 401) endSession();
      const failure = toUploadError(request);
      if (failure) reject(failure);
      else resolve();
    };
    request.open(uploadVersionFiles.method, getEndpointUrl(uploadVersionFiles, { params: { id: versionId }, body: form }));
    request.setRequestHeader('authorization', token);
    request.send(form);
  });
}

function toUploadError({ status, responseText }: XMLHttpRequest): AppError | undefined {
  if (status >= 200 && status < 300) return undefined;
  try {
    const { code, message } = JSON.parse(responseText) as Failure;
    return new AppError(code as AppErrorCode, message, status);
  } catch {
    // A proxy in front of the server has answered.
    return new AppError('UNAVAILABLE', status === 413 ? 'The files are too large for the server.' : SEND_AGAIN, status);
  }
}

/** A refusal may be caused by a concurrent change, so the displayed data is outdated as well. */
const versionMutation = { invalidates: [versionKeys.all], invalidatesOnError: true };
const rolloutMutation = { invalidates: [versionKeys.rollouts], invalidatesOnError: true };

export const useSaveVersion = (after: MutationCallbacks<Parameters<typeof saveVersion>[0], MessageResponse & { result: DeviceVersion }>) =>
  useApiMutation({ mutate: saveVersion, ...versionMutation }, after);
export const useSetVersionVisible = (after: MutationCallbacks<Parameters<typeof setVersionVisible>[0], MessageResponse>) =>
  useApiMutation({ mutate: setVersionVisible, ...versionMutation }, after);
export const useSetBaseVersion = (after: MutationCallbacks<DeviceVersion, MessageResponse>) =>
  useApiMutation({ mutate: setBaseVersion, ...versionMutation }, after);
export const useDeleteVersion = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: deleteVersion, ...versionMutation }, after);

export const useStartRollout = (after: MutationCallbacks<Parameters<typeof startRollout>[0], MessageResponse>) =>
  useApiMutation({ mutate: startRollout, ...rolloutMutation }, after);
export const useChangeRollout = (after: MutationCallbacks<Parameters<typeof changeRollout>[0], MessageResponse>) =>
  useApiMutation({ mutate: changeRollout, ...rolloutMutation }, after);

export const useExportVersions = (after: MutationCallbacks<void, void>) =>
  useApiMutation({ mutate: exportVersions, invalidates: [] }, after);

/** The version was saved, its files were not; `cause` says why. */
export class FilesRefusedError extends Error {
  readonly version: DeviceVersion;

  constructor(version: DeviceVersion, cause: unknown) {
    super('The version’s files weren’t saved.', { cause });
    this.name = 'FilesRefusedError';
    this.version = version;
  }
}
