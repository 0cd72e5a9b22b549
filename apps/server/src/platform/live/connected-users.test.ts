import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { createHeartbeat, PROCESS_TIMEOUT_S } from '../queue/heartbeat.ts';
import { createConnectedUsersPublisher, createPresenceTracker } from './connected-users.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const listRecorded = async () =>
  (await database.db.selectFrom('people_here').select('user_id').execute()).map((row) => row.user_id).toSorted();

it('records each user once, until their last socket is closed', async () => {
  const presence = createPresenceTracker();
  const publisher = createConnectedUsersPublisher(database.db, 'here', presence.list);
  const heartbeat = createHeartbeat(database.db, database.pool, 'here');
  await heartbeat.beat([]);
  const [ana, ben] = [newId(), newId()];
  const leave = [ana, ana, ben].map((id) => presence.add(id));
  await publisher.publish();
  expect(await listRecorded()).toEqual([ana, ben].toSorted());
  leave[0]?.();
  leave[2]?.();
  await publisher.publish();
  expect(await listRecorded()).toEqual([ana]);
  expect(presence.isEmpty()).toBe(false);
  leave[1]?.();
  expect(presence.isEmpty()).toBe(true);
  await publisher.publish();
  expect(await listRecorded()).toEqual([]);
});

it('deletes records with their process, and records them again for a process that was considered dead', async () => {
  const ana = newId();
  const publisher = createConnectedUsersPublisher(database.db, 'silent', () => [ana]);
  const heartbeat = createHeartbeat(database.db, database.pool, 'silent');
  await heartbeat.beat([]);
  await publisher.publish();
  expect(await listRecorded()).toEqual([ana]);
  const beatAt = new Date(Date.now() - (PROCESS_TIMEOUT_S + 5) * 1000);
  await database.db.updateTable('process_heartbeats').set({ beat_at: beatAt }).where('process_id', '=', 'silent').execute();
  await createHeartbeat(database.db, database.pool, 'other').bury();
  expect(await listRecorded()).toEqual([]);
  publisher.reset();
  await expect(publisher.publish()).rejects.toThrow('people_here_process_id_fkey');
  expect(await heartbeat.beat([])).toBe(true);
  await publisher.publish();
  expect(await listRecorded()).toEqual([ana]);
});
