import { newId } from '../platform/ids.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

/** Inserts a message of the person, or of a family of the person, with an alert that shows it. */
export async function insertEmergencyAlert(
  { db }: TestApp,
  { user }: TestPerson,
  orgId: string | undefined,
  isRaised: boolean,
): Promise<{ messageId: string; alertId: string }> {
  const [messageId, alertId, now] = [newId(), newId(), Date.now()];
  const owner = { user_id: user._id, org_id: orgId ?? null };
  const texts = JSON.stringify([{ language: 'en', title: 'Leave the building', text: '' }]);
  await db.deleteFrom('emergency_messages').where('user_id', '=', user._id).execute();
  await db
    .insertInto('emergency_messages')
    .values({ id: messageId, ...owner, texts, color: 'red', is_for_all: true, minutes: 30 })
    .execute();
  if (isRaised)
    await db
      .insertInto('emergency_alerts')
      .values({
        id: alertId,
        message_id: messageId,
        ...owner,
        title: 'Leave the building',
        color: 'red',
        is_drill: false,
        raised_at: new Date(now),
        ends_at: new Date(now + 3_600_000),
      })
      .execute();
  return { messageId, alertId };
}

/** Creates a CAP feed of the person, or of a family of the person. */
export async function aCapFeed({ db }: TestApp, person: TestPerson, scope: { orgId?: string }): Promise<string> {
  // An account may have five feeds, and there are more cases than that.
  await db.deleteFrom('emergency_cap_feeds').where('user_id', '=', person.user._id).execute();
  const answer = await person.call('POST', '/emergency/feeds', { name: 'Weather', address: 'https://warnings.example/cap.atom', ...scope });
  return answer.json<{ result: { _id: string } }>().result._id;
}
