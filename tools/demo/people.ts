import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@vitrine/contract';
import { ApiPerson } from '../../e2e/api.ts';
import type { RunningProduct } from '../../e2e/product.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { FAMILY, INVITED, PEOPLE, type PersonName } from './household.ts';
import { drawPicture } from './picture.ts';

export type Person = ApiPerson<RunningProduct>;
export type People = Record<PersonName, Person>;

/** Creates all accounts, their plans and the family. */
export async function makePeople(product: RunningProduct): Promise<People> {
  const admin = await ApiPerson.signIn(product, PEOPLE.admin.email);
  await admin.must('PUT', `/users/privecy/${admin.userId}`, { privacy: true });
  const join = async (who: PersonName) => {
    const person = await ApiPerson.signUp(product, PEOPLE[who].email, PEOPLE[who].name);
    if (who !== 'newcomer' && who !== 'beginner') {
      await giveFace(person);
      await person.must('PUT', `/users/welcome/${person.userId}`, { ended: true });
    }
    return person;
  };
  const people = {
    admin,
    owner: await join('owner'),
    lena: await join('lena'),
    tom: await join('tom'),
    partner: await join('partner'),
    newcomer: await join('newcomer'),
    beginner: await join('beginner'),
  };
  await bringByPartner(people.partner);
  await subscribe(people.owner, 'Family Plan');
  await subscribe(people.tom, 'Single User');
  return people;
}

async function giveFace(person: Person): Promise<void> {
  const bytes = await drawPicture({ scene: 'garden', seed: person.email, width: 400, height: 400 }).jpeg().toBuffer();
  const { key } = await person.upload('portrait.jpg', bytes);
  await person.must('PUT', `/users/${person.userId}`, { profilePicture: { key }, phoneNo: '5035550100' });
}

/** Buys a plan by the month; a card that is declined leaves an order that failed. */
export async function subscribe(person: Person, planName: string, card = 'pm_card_visa'): Promise<void> {
  const plans = await person.must<Plan[]>('GET', '/stripes/prices');
  const plan = plans.find((known) => known.planName === planName);
  const price = plan?.plans.find(({ interval }) => interval === 'month');
  if (!plan || !price) throw new Error(`There is no ${planName}`);
  await person.call('POST', '/stripes/subscription', { priceId: price.priceId, planId: plan._id, paymentMethodId: card });
}

/** The API has no call that assigns a partner. */
const bringByPartner = (person: Person) =>
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
    const answer = await owner.call<{ id: string }>('POST', '/organizations', FAMILY);
    if (!answer.body.error) {
      await owner.must('POST', '/users/org/user', { orgId: answer.body.result.id, emails: [lena.email, tom.email, INVITED] });
      return answer.body.result.id;
    }
    // The plan counts once the bank has said that it is paid.
    if (attempt === 50) throw new Error(`There is no family: ${answer.body.message}`);
    await sleep(200);
  }
}
