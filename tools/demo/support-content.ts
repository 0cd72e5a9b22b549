import { MESSAGES, PEOPLE, QUESTIONS } from './household.ts';
import type { People } from './people.ts';

/** Creates FAQ entries and contact messages, of which one is answered. */
export async function createSupportContent(people: People): Promise<void> {
  const { catagories } = await people.admin.request<{ catagories: { _id: string }[] }>('GET', '/catagories');
  for (const question of QUESTIONS) await people.admin.request('POST', '/faqs', { ...question, catagoryId: catagories[0]?._id ?? null });
  for (const { from, ...message } of MESSAGES) await people[from].request('POST', '/contacts/own', { name: PEOPLE[from].name, ...message });
  const { messages } = await people.admin.request<{ messages: { _id: string }[] }>('GET', '/contacts');
  const newest = messages[0];
  if (newest) await people.admin.request('PUT', `/contacts/${newest._id}/answer`, { replyText: 'We’re glad to hear that. Enjoy them!' });
}
