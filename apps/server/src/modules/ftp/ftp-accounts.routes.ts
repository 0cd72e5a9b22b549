import * as endpoints from '@vitrine/contract/profile.endpoints';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../plugins/endpoints.ts';
import type { FtpAccountsService } from './ftp-accounts.service.ts';

export async function ftpAccountsRoutes(app: FastifyInstance, { accounts }: { accounts: FtpAccountsService }): Promise<void> {
  serve(app, endpoints.readFtpAccount, async ({ actor }) => ({ result: await accounts.find(actor) }));

  serve(app, endpoints.createFtpAccount, async ({ actor, body }) => ({
    message: 'FTP account created.',
    result: await accounts.generate(actor, body.password),
  }));

  serve(app, endpoints.renewFtpPassword, async ({ actor, body }) => ({
    message: 'FTP password reset.',
    result: await accounts.renew(actor, body.password),
  }));

  serve(app, endpoints.deleteFtpAccount, async ({ actor, body }) => {
    await accounts.delete(actor, body.password);
    return { message: 'FTP account deleted.' };
  });
}
