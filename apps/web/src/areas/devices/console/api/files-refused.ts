import type { DeviceVersion } from '@vitrine/contract/versions';

/** The version was saved, its files were not; `cause` says why. */
export class FilesRefusedError extends Error {
  readonly version: DeviceVersion;

  constructor(version: DeviceVersion, cause: unknown) {
    super('The files of this version were not saved.', { cause });
    this.name = 'FilesRefusedError';
    this.version = version;
  }
}
