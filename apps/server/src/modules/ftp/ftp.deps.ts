import type { AlbumsFace } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import type { FilesFace } from '../files/index.ts';
import type { MediaFace } from '../media/index.ts';
import type { UploadsFace } from '../uploads/index.ts';

export interface FtpDeps extends Pick<Platform, 'db' | 'clock'> {
  /** Of the accounts: whose FTP account this opens. */
  resolveFtp: (email: string, password: string) => Promise<{ userId: string } | undefined>;
  albums: AlbumsFace;
  media: MediaFace;
  files: FilesFace;
  uploads: UploadsFace;
}
