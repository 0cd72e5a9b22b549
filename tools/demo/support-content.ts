import { MESSAGES, PEOPLE, QUESTIONS } from './household.ts';
import type { People } from './people.ts';

/** Creates FAQ entries and contact messages, of which one is answered. */
export async function createSupportContent(people: People): Promise<void> {
  const { catagories } = await people.admin.must<{ catagories: { _id: string }[] }>('GET', '/catagories');
  for (const question of QUESTIONS) await people.admin.must('POST', '/faqs', { ...question, catagoryId: catagories[0]?._id ?? null });
  for (const { from, ...message } of MESSAGES) await people[from].must('POST', '/contacts/own', { name: PEOPLE[from].name, ...message });
  const { messages } = await people.admin.must<{ messages: { _id: string }[] }>('GET', '/contacts');
  const newest = messages[0];
  if (newest) await people.admin.must('PUT', `/contacts/${newest._id}/answer`, { replyText: 'We’re glad to hear that. Enjoy them!' });
}
