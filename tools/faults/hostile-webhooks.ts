import { WEBHOOK_LIMITS, type Webhook, type WebhookDelivery } from '@vitrine/contract/webhooks';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { CHANGING_DOMAIN } from './changing-domain.ts';
import { PRIVATE_ADDRESSES, SITE, SITE_PORT, withSite } from './hostile-sources.ts';
import { assert } from './round.ts';

const WEBHOOKS = 100;
/** Events for each webhook, each of a different device. */
const EVENTS = 1000;
/** Paths of the attacker's site whose responses hold a delivery up for as long as they can. */
const HARMFUL_PATHS = ['silent', 'drip', 'slow', 'endless', 'inside'];
const OTHER_DELIVERIES = 20;
const OTHER_PAUSE_MS = 250;
const OTHER_DELIVERY_LIMIT_MS = 10_000;
const ATTEMPT_LIMIT_MS = 30_000;

const create = (person: ApiPerson, url: string) =>
  person.call<Webhook>('POST', '/users/webhooks', { url, events: ['device.online'], password: person.password });
const sendTest = (person: ApiPerson, id: string) => person.request('POST', `/users/webhooks/${id}/test`);
const listDeliveries = (person: ApiPerson, id: string) => person.request<WebhookDelivery[]>('GET', `/users/webhooks/${id}/deliveries`);

async function deleteAll(person: ApiPerson): Promise<void> {
  for (const { _id } of await person.request<Webhook[]>('GET', '/users/webhooks')) await person.request('DELETE', `/users/webhooks/${_id}`);
}

/** Inserts the deliveries that many devices of the account cause when they connect. */
const insertDeliveries = (db: Database, userId: string) =>
  sql`
    insert into webhook_deliveries (id, webhook_id, user_id, type, subject, data, created_at, next_attempt_at, expires_at)
    select gen_random_uuid(), webhooks.id, user_id, 'device.online', 'device ' || number,
      jsonb_build_object('deviceId', gen_random_uuid(), 'name', 'Screen ' || number, 'at', now()), now(), now(), now() + interval '3 days'
    from webhooks cross join generate_series(1, ${EVENTS}::integer) as number where user_id = ${userId}`.execute(db);

/** Sends an event to a webhook of the account and waits until it was delivered. */
async function deliverTest(person: ApiPerson, id: string): Promise<void> {
  const { length: sentBefore } = await listDeliveries(person, id);
  await sendTest(person, id);
  const isDelivered = async () => {
    const deliveries = await listDeliveries(person, id);
    return deliveries.length > sentBefore && deliveries.every(({ state }) => state === 'delivered');
  };
  await until('the delivery of the other user arrived', isDelivered, OTHER_DELIVERY_LIMIT_MS);
}

/** Account of the attacker without the second factor that another attack has turned on. */
let created: Promise<ApiPerson> | undefined;
const getOwner = ({ product }: ApiPerson): Promise<ApiPerson> => (created ??= ApiPerson.create(product, 'webhooks@example.com'));
const prepare = async (attacker: ApiPerson): Promise<void> => void (await getOwner(attacker));

/** Creates as many webhooks as possible and floods them. Deliveries of another account must keep arriving. */
export const floodWebhooks: Attack = {
  name: 'a hundred silent, slow and endless webhooks of one account, with a flood of events',
  prepare,
  run: (attacker, other) =>
    withSite(async () => {
      const owner = await getOwner(attacker);
      const paths = Array.from({ length: WEBHOOKS }, (_, index) => HARMFUL_PATHS[index % HARMFUL_PATHS.length] ?? '');
      const answers = await Promise.all(paths.map((path) => create(owner, `${SITE}/${path}`)));
      const accepted = answers.filter(({ status }) => status === 201).length;
      assert(accepted === WEBHOOK_LIMITS.perAccount, `${accepted} webhooks were accepted`);
      const failed = answers.filter(({ status }) => status >= 500 && status !== 503).length;
      assert(failed === 0, `${failed} requests failed with an internal error`);
      await withProductDatabase(owner.product, (db) => insertDeliveries(db, owner.userId));
      const { body } = await create(other, `${SITE}/news`);
      for (let count = 0; count < OTHER_DELIVERIES; count++) {
        await deliverTest(other, body.result._id);
        await new Promise((resolve) => setTimeout(resolve, OTHER_PAUSE_MS));
      }
      await deleteAll(other);
      await deleteAll(owner);
    }),
};

/** Sends a test event and returns how its first attempt ended. */
async function attempt(person: ApiPerson, id: string): Promise<WebhookDelivery | undefined> {
  await sendTest(person, id);
  let newest: WebhookDelivery | undefined;
  const isTried = async () => {
    [newest] = await listDeliveries(person, id);
    return newest !== undefined && (newest.state !== 'pending' || newest.failure !== null);
  };
  await until('the delivery was tried', isTried, ATTEMPT_LIMIT_MS);
  return newest;
}

/** Webhooks of a server inside the network: by its address, by a redirect and by a name that changes after the first delivery. It must receive no request. */
export const probeNetworkByWebhooks: Attack = {
  name: 'webhooks at addresses of private networks, by redirects and by changing names',
  prepare,
  run: (attacker) =>
    withSite(
      (inside) =>
        withSite(async (outside) => {
          const owner = await getOwner(attacker);
          const refused = PRIVATE_ADDRESSES.filter((address) => !address.startsWith(SITE));
          for (const address of refused) {
            const { status } = await create(owner, address);
            assert(status === 422, `a webhook at ${address} was answered with ${status}`);
          }
          const redirecting = await create(owner, `${SITE}/inside`);
          const redirected = await attempt(owner, redirecting.body.result._id);
          assert(redirected?.responseStatus === 302 && redirected.state === 'pending', 'a redirect was taken for a delivery');
          const changing = await create(owner, `http://hooks${CHANGING_DOMAIN}:${SITE_PORT}/news`);
          const first = await attempt(owner, changing.body.result._id);
          assert(first?.state === 'delivered' && outside.includes('news'), 'the name did not lead to the site at first');
          const second = await attempt(owner, changing.body.result._id);
          assert(second?.state === 'pending' && second.responseStatus === null, 'the changed name was requested');
          assert(inside.length === 0, `the server inside the network received ${inside.length} requests`);
          await deleteAll(owner);
        }),
      '127.0.0.2',
    ),
};
