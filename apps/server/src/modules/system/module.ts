import type { FastifyInstance } from 'fastify';
import { findMailState } from '../../platform/mail/mail-state.ts';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { findDisk } from './disk.ts';
import { countFailed, countGivenUp } from './jobs.read-model.ts';
import { createJobs } from './jobs.service.ts';
import { hasWorker } from './system.read-model.ts';
import { systemRoutes } from './system.routes.ts';
import { isMailFailing } from './system.rules.ts';
import { createSystem } from './system.service.ts';

/** The installation itself: its processes, their jobs, and what they stand on. It has no tables of its own. */
export const systemModule = defineModule({
  name: 'system',
  tables: { owned: [], read: [] },
  accessCases: () => import('./system.access-cases.ts'),
  create: (platform: Platform) => {
    const { db, dataDir, sendsMail } = platform;
    return {
      face: {
        /** Of the data folder, in bytes. */
        findDisk: () => findDisk(dataDir),
        isDiskLow: async () => (await findDisk(dataDir)).isLow,
        isMailFailing: async () => isMailFailing(await findMailState(db)),
        sendsMail,
        /** Whether any process does jobs. */
        hasWorker: () => hasWorker(db),
        /** `most` at most. */
        countFailedJobs: (most: number) => countFailed(db, most),
        countGivenUp,
      },
      routes: (app: FastifyInstance) => systemRoutes(app, { system: createSystem(platform), jobs: createJobs(platform) }),
    };
  },
});

export type SystemFace = FaceOf<typeof systemModule>;
