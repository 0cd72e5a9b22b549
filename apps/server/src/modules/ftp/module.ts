import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { accountsModule, credentialsChanged } from '../accounts/index.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule } from '../define-module.ts';
import { filesModule } from '../files/index.ts';
import { mediaModule } from '../media/index.ts';
import { uploadsModule } from '../uploads/index.ts';
import { ftpAccountsRoutes } from './ftp-accounts.routes.ts';
import { createFtpAccountsService, createFtpPasswords } from './ftp-accounts.service.ts';
import { createFtpSignIn } from './ftp-sign-in.service.ts';

/** Accounts for the FTP server, and the albums that they open. */
export const ftpModule = defineModule({
  name: 'ftp',
  tables: { owned: ['ftp_accounts'], read: ['users', 'albums', 'album_shares', 'organisations', 'organisation_members', 'media', 'files'] },
  uses: { accounts: accountsModule, albums: albumsModule, files: filesModule, media: mediaModule, uploads: uploadsModule },
  encryptedColumns: [{ key: 'ftp-passwords', table: 'ftp_accounts', id: 'user_id', columns: ['sealed_password'] }],
  accessCases: () => import('./access-cases.ts'),
  async create(platform, { accounts: { proofs }, ...services }) {
    const { db, publicUrl, ftpPort, serverKeys } = platform;
    const ftpPasswords = createFtpPasswords(await serverKeys.loadEncryption('ftp-passwords'));
    const server = { host: new URL(publicUrl).hostname, port: ftpPort };
    const accounts = createFtpAccountsService({ db, ftpPasswords, proofs, server });
    return {
      api: { signIn: createFtpSignIn({ ...platform, ...services, accounts }), findByCredentials: accounts.findByCredentials },
      routes: (app: FastifyInstance) => ftpAccountsRoutes(app, { accounts }),
      reactions: [on(credentialsChanged, (tx, { userId }) => ftpPasswords.renew(tx, userId))],
    };
  },
});
