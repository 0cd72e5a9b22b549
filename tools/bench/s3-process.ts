/** An object store in a process of its own, so that its work is not taken for the product's nor the client's. */
import { startS3 } from '../../apps/server/src/testing/s3-server.ts';

const { settings, env, close } = await startS3();
process.send?.({ settings, env });
process.on('disconnect', () => void close().finally(() => process.exit(0)));
