import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import type { FilesApi } from '../files/index.ts';
import type { MediaApi } from '../media/index.ts';
import type { UploadsApi } from '../uploads/index.ts';

export interface FtpServices extends Pick<Platform, 'db' | 'clock'> {
  /** Returns the account that these FTP credentials open. */
  resolveFtp: (email: string, password: string) => Promise<{ userId: string } | undefined>;
  albums: AlbumsApi;
  media: MediaApi;
  files: FilesApi;
  uploads: UploadsApi;
}
