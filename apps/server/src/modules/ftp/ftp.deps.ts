import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { createAlbumsModule } from '../albums/index.ts';
import type { createMediaModule } from '../media/index.ts';

type Albums = ReturnType<typeof createAlbumsModule>['routeDeps']['albums'];
type MediaModule = ReturnType<typeof createMediaModule>;

export interface FtpDeps {
  db: Database;
  clock: Clock;
  /** Of the accounts: whose FTP account this opens. */
  resolveFtp: (email: string, password: string) => Promise<{ userId: string } | undefined>;
  albums: Pick<Albums, 'create' | 'update' | 'remove'>;
  media: Pick<MediaModule['routeDeps']['media'], 'update' | 'remove'>;
  beginIntake: MediaModule['beginIntake'];
  openOriginal: MediaModule['openOriginal'];
}
