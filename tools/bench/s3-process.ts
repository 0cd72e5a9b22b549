/** Runs an object store in a separate process, so that its processor time counts neither for the product nor for the client. */
import { startS3 } from '../../apps/server/src/testing/s3-server.ts';

const { settings, env, close } = await startS3();
process.send?.({ settings, env });
process.on('disconnect', () => void close().finally(() => process.exit(0)));
