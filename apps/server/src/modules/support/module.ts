import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { personalDataExports } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { createCaptchasService } from './captchas.service.ts';
import { createContactDigest } from './contact-digest.ts';
import { listMessagesExport } from './support.read-model.ts';
import { supportRoutes } from './support.routes.ts';
import { createSupportService } from './support.service.ts';

const SWEEP_MS = 10 * 60_000;

/** Contact messages to the operators and their replies. */
export const supportModule = defineModule({
  name: 'support',
  tables: { owned: ['contact_messages', 'used_captchas'], read: ['users'] },
  accessCases: () => import('./access-cases.ts'),
  async create({ db, clock, queue, publicUrl, serverKeys }) {
    const captchas = createCaptchasService({ key: await serverKeys.load('captchas'), db, clock });
    const digest = createContactDigest({ db, queue, publicUrl });
    const support = createSupportService({ db, queue, clock, digest });
    return {
      api: {},
      jobs: [digest.job],
      routes: (app: FastifyInstance) => supportRoutes(app, { support, captchas }),
      workerTasks: [
        { name: 'support.captchas', everyMs: SWEEP_MS, run: captchas.deleteExpired },
        { name: 'support.sweep', everyMs: SWEEP_MS, run: support.deleteOld },
      ],
      portProviders: [provide(personalDataExports, listMessagesExport)],
    };
  },
});
