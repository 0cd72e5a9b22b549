import type { FastifyInstance } from 'fastify';
import { findMailStatus } from '../../platform/mail/mail-status.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { countFailedJobRows, countFailedJobsByKindSince } from './job-queue.read-model.ts';
import { createJobQueueService } from './job-queue.service.ts';
import { hasWorker } from './system.read-model.ts';
import { systemRoutes } from './system.routes.ts';
import { isMailFailing } from './system.rules.ts';
import { createSystemService, readDiskUsage } from './system.service.ts';

/** The installation: its processes, jobs and services. It has no tables. */
export const systemModule = defineModule({
  name: 'system',
  tables: { owned: [], read: [] },
  accessCases: () => import('./access-cases.ts'),
  create: (platform: Platform) => {
    const { db, dataDir, hasMailServer } = platform;
    return {
      api: {
        /** Disk of the data folder, in bytes. */
        readDiskUsage: () => readDiskUsage(dataDir),
        isDiskLow: async () => (await readDiskUsage(dataDir)).isLow,
        isMailFailing: async () => isMailFailing(await findMailStatus(db)),
        sendsMail: hasMailServer,
        /** Whether any process does jobs. */
        hasWorker: () => hasWorker(db),
        /** `most` at most. */
        countFailedJobs: (most: number) => countFailedJobRows(db, most),
        countGivenUp: countFailedJobsByKindSince,
      },
      routes: (app: FastifyInstance) => systemRoutes(app, { system: createSystemService(platform), jobs: createJobQueueService(platform) }),
    };
  },
});

export type SystemApi = ModuleApi<typeof systemModule>;
