import { sql } from 'kysely';
import { newId } from '../platform/ids.ts';
import { hashToken } from '../platform/security/tokens.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

export interface TestDeviceScreen {
  screenId: string;
  /** Id of the screen's device. */
  deviceId: string;
  /** Value of the screen's authorization header. */
  authorization: string;
}

let created = 0;

/** Inserts this number of screens that are devices of one account. */
export async function insertScreens(test: TestApp, { user }: TestPerson, size: number): Promise<TestDeviceScreen[]> {
  // Registered screens never get this letter, so that the codes do not collide with random ones.
  const codes = Array.from({ length: size }, () => `O${String(created++).padStart(5, '0')}`);
  const [screenIds, deviceIds] = [codes.map(() => newId()), codes.map(() => newId())];
  await sql`insert into screens (id, device_code, secret_hash) select id, code, ${hashToken('secret')}
    from unnest(${screenIds}::uuid[], ${codes}::text[]) as given (id, code)`.execute(test.db);
  await sql`insert into devices (id, screen_id, name, time_zone, user_id) select id, screen_id, 'Wall', 'UTC', ${user._id}
    from unnest(${deviceIds}::uuid[], ${screenIds}::uuid[]) as given (id, screen_id)`.execute(test.db);
  return codes.map((code, place) => ({
    screenId: screenIds[place] ?? '',
    deviceId: deviceIds[place] ?? '',
    authorization: `Screen ${code}:secret`,
  }));
}
