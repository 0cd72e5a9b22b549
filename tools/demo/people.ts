import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@vitrine/contract';
import { ApiPerson } from '../../e2e/api.ts';
import type { RunningProduct } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { FAMILY, INVITED_EMAIL, PEOPLE, type PersonName } from './household.ts';
import { drawPicture } from './picture.ts';

export type Person = ApiPerson<RunningProduct>;
export type People = Record<PersonName, Person>;

/** Creates all accounts, their plans and the family. */
export async function makePeople(product: RunningProduct): Promise<People> {
  const admin = await ApiPerson.signIn(product, PEOPLE.admin.email);
  await admin.request('PUT', `/users/privecy/${admin.userId}`, { privacy: true });
  const signUp = async (name: PersonName) => {
    const person = await ApiPerson.signUp(product, PEOPLE[name].email, PEOPLE[name].name);
    if (name !== 'newUser' && name !== 'beginner') {
      await setProfile(person);
      await person.request('PUT', `/users/welcome/${person.userId}`, { ended: true });
    }
    return person;
  };
  const people = {
    admin,
    owner: await signUp('owner'),
    lena: await signUp('lena'),
    tom: await signUp('tom'),
    partner: await signUp('partner'),
    newUser: await signUp('newUser'),
    beginner: await signUp('beginner'),
  };
  await assignPartner(people.partner);
  await subscribe(people.owner, 'Family Plan');
  await subscribe(people.tom, 'Single User');
  return people;
}

async function setProfile(person: Person): Promise<void> {
  const bytes = await drawPicture({ scene: 'garden', seed: person.email, width: 400, height: 400 }).jpeg().toBuffer();
  const { key } = await person.upload('portrait.jpg', bytes);
  await person.request('PUT', `/users/${person.userId}`, { profilePicture: { key }, phoneNo: '5035550100' });
}

/** Subscribes to a monthly plan. A declined card results in a failed order. */
export async function subscribe(person: Person, planName: string, card = 'pm_card_visa'): Promise<void> {
  const plans = await person.request<Plan[]>('GET', '/stripes/prices');
  const plan = plans.find((entry) => entry.planName === planName);
  const price = plan?.plans.find(({ interval }) => interval === 'month');
  if (!plan || !price) throw new Error(`Unknown plan: ${planName}`);
  await person.call('POST', '/stripes/subscription', { priceId: price.priceId, planId: plan._id, paymentMethodId: card });
}

/** The API has no call that assigns a partner. */
const assignPartner = (person: Person) =>
  withProductDatabase(person.product, (db) => db.updateTable('users').set({ platform: 'WV' }).where('id', '=', person.userId).execute());

/**
 * Raises the owner's device limit, because the plan has one screen and the household has two. Call it after the subscription was applied, which sets the
 * limit of the plan.
 */
export const allowScreens = (person: Person) =>
  withProductDatabase(person.product, (db) =>
    db.updateTable('entitlements').set({ devices: 3 }).where('user_id', '=', person.userId).execute(),
  );

export async function makeFamily({ owner, lena, tom }: People): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const response = await owner.call<{ id: string }>('POST', '/organizations', FAMILY);
    if (!response.body.error) {
      await owner.request('POST', '/users/org/user', { orgId: response.body.result.id, emails: [lena.email, tom.email, INVITED_EMAIL] });
      return response.body.result.id;
    }
    // The plan applies once the bank has reported the payment.
    if (attempt === 50) throw new Error(`The family could not be created: ${response.body.message}`);
    await sleep(200);
  }
}
