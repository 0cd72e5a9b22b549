import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { newId } from '../ids.ts';
import { createHeartbeat, PROCESS_TIMEOUT_S } from '../queue/heartbeat.ts';
import { createConnectedUsersPublisher } from './connected-users.ts';
import { createPresenceTracker } from './presence.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const written = async () => (await database.db.selectFrom('people_here').select('user_id').execute()).map((row) => row.user_id).toSorted();

it('records each user once, until their last socket is closed', async () => {
  const heads = createPresenceTracker();
  const people = createConnectedUsersPublisher(database.db, 'here', heads.list);
  const beating = createHeartbeat(database.db, database.pool, 'here');
  await beating.beat([]);
  const [ana, ben] = [newId(), newId()];
  const leave = [ana, ana, ben].map((id) => heads.add(id));
  await people.publish();
  expect(await written()).toEqual([ana, ben].toSorted());
  leave[0]?.();
  leave[2]?.();
  await people.publish();
  expect(await written()).toEqual([ana]);
  expect(heads.isEmpty()).toBe(false);
  leave[1]?.();
  expect(heads.isEmpty()).toBe(true);
  await people.publish();
  expect(await written()).toEqual([]);
});

it('is deleted with its process, and recorded again by a process that was considered dead', async () => {
  const ana = newId();
  const people = createConnectedUsersPublisher(database.db, 'silent', () => [ana]);
  const beating = createHeartbeat(database.db, database.pool, 'silent');
  await beating.beat([]);
  await people.publish();
  expect(await written()).toEqual([ana]);
  const beatAt = new Date(Date.now() - (PROCESS_TIMEOUT_S + 5) * 1000);
  await database.db.updateTable('process_heartbeats').set({ beat_at: beatAt }).where('process_id', '=', 'silent').execute();
  await createHeartbeat(database.db, database.pool, 'other').bury();
  expect(await written()).toEqual([]);
  people.reset();
  await expect(people.publish()).rejects.toThrow('people_here_process_id_fkey');
  expect(await beating.beat([])).toBe(true);
  await people.publish();
  expect(await written()).toEqual([ana]);
});
