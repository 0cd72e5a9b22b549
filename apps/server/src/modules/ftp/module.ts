import { accountsModule } from '../accounts/index.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { mediaModule } from '../media/index.ts';
import { uploadsModule } from '../uploads/index.ts';
import { createFtpSignIn } from './ftp-sign-in.service.ts';

/** A person's albums, for the FTP server. */
export const ftpModule = defineModule({
  name: 'ftp',
  tables: { owned: [], read: ['albums', 'album_shares', 'organisations', 'organisation_members', 'media', 'files'] },
  uses: { accounts: accountsModule, albums: albumsModule, files: filesModule, media: mediaModule, uploads: uploadsModule },
  create: (platform, { accounts, ...faces }) => ({
    api: { signIn: createFtpSignIn({ ...platform, ...faces, resolveFtp: accounts.resolveFtp }) },
  }),
});
