import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { TestS3 } from '../../apps/server/src/testing/s3-server.ts';

/** Starts an object store in a separate process. */
export async function startStore(): Promise<Pick<TestS3, 'settings' | 'env'> & { stop(): Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 's3-process.ts'));
  const [connection] = (await once(child, 'message')) as [Pick<TestS3, 'settings' | 'env'>];
  return {
    ...connection,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
