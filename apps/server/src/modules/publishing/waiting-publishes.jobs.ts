import { z } from 'zod';
import { createJobHandler, defineJob } from '../../platform/queue/job-type.ts';
import type { PeriodicTask } from '../../platform/queue/periodic-tasks.ts';
import type { Platform } from '../define-module.ts';
import { listOnlineWaitingDevices } from './waiting-publishes.store.ts';

/** Publishes what waits for these devices, as far as they are online. */
export const publishWaitingJob = defineJob('publishing.waiting', z.object({ deviceIds: z.array(z.uuid()) }));

const CATCH_UP_MS = 60_000;
const CATCH_UP_DEVICES = 500;

/** Each device is published to in a separate transaction, so that a failure does not affect the other devices. */
export const createWaitingPublishesHandler = (publishWaiting: (deviceId: string) => Promise<void>) =>
  createJobHandler(publishWaitingJob, async ({ deviceIds }) => {
    const failures: unknown[] = [];
    for (const deviceId of deviceIds) await publishWaiting(deviceId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `publishing to ${failures.length} of ${deviceIds.length} devices failed`);
  });

/** Finds devices whose job was lost or failed. */
export const createCatchUpTask = ({ db, queue }: Pick<Platform, 'db' | 'queue'>): PeriodicTask => ({
  name: 'publishing.waiting',
  everyMs: CATCH_UP_MS,
  async run() {
    const deviceIds = await listOnlineWaitingDevices(db, CATCH_UP_DEVICES);
    if (deviceIds.length === 0) return;
    await db.transaction().execute((tx) => queue.add(tx, publishWaitingJob, { deviceIds }, { key: 'publishing.waiting catch-up' }));
  },
});
