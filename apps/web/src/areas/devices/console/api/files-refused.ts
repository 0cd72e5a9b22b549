import type { DeviceVersion } from '@vitrine/contract/versions';

/** The version was saved, its files were not; `cause` says why. */
export class FilesRefusedError extends Error {
  readonly version: DeviceVersion;

  constructor(version: DeviceVersion, cause: unknown) {
    super('The version’s files weren’t saved.', { cause });
    this.name = 'FilesRefusedError';
    this.version = version;
  }
}
