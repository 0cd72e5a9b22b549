import type { Db } from '../../platform/database/database.ts';
import { listPublishesByDevices, type PublishRow } from './publishing.read-model.ts';

const FIRST_BATCH = 2;
const MAX_BATCH = 1000;
/** Schedule windows of a batch, beyond which the next one is smaller. Decoding them takes the process about five milliseconds. */
const BATCH_WINDOWS = 2000;

/**
 * Lists the publishes of devices, in the order of the ids. Loads batches that are the smaller the more windows the devices have, because other requests wait
 * while a batch is decoded.
 */
export async function* listPublishesInBatches(
  db: Db,
  deviceIds: readonly string[],
): AsyncGenerator<{ deviceId: string; rows: PublishRow[] }> {
  let size = FIRST_BATCH;
  for (let start = 0; start < deviceIds.length; ) {
    const batch = deviceIds.slice(start, start + size);
    const loaded = await listPublishesByDevices(db, batch);
    const groups = Map.groupBy(loaded, (row) => row.device_id);
    for (const deviceId of batch) yield { deviceId, rows: groups.get(deviceId) ?? [] };
    start += size;
    const windows = loaded.reduce((sum, row) => sum + (Array.isArray(row.windows) ? row.windows.length : 0), 0);
    size = windows > BATCH_WINDOWS ? Math.max(1, Math.floor(size / 2)) : Math.min(MAX_BATCH, size * 2);
  }
}
