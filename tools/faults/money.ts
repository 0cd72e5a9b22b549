import { randomUUID } from 'node:crypto';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { FLOWS, type Flow, type Payer } from './money-flows.ts';
import { checkPayments, checkPosters, stopBilling } from './money-invariants.ts';
import { posterFlow } from './money-poster.ts';
import { assert, type Scenario } from './round.ts';

/**
 * Kills the server during a payment. The card is charged once or not at all, and the product records the correct outcome. In every other round the payer
 * repeats the request; otherwise the bank's events and our own queries must suffice.
 */
const createScenario =
  (flow: Flow) =>
  async ({ product }: ApiPerson): Promise<Scenario> => {
    const admin = await ApiPerson.create(product, `${flow.name}@example.com`, 'Admin');
    await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
    const newPerson = () => ApiPerson.create(product, `${randomUUID()}@example.com`);
    let round = 0;
    let payers: Payer[] = [];
    let request = async (): Promise<unknown> => undefined;

    return {
      name: flow.name,
      maxKillDelayMs: flow.maxKillDelayMs,
      async prepare() {
        round++;
        ({ payers, request } = await flow.prepare(newPerson, admin));
      },
      work: async () => void (await request()),
      async verify() {
        const isRepeated = round % 2 === 1;
        if (isRepeated) await request();
        for (const { person, before, after, orders } of payers) {
          const charged = await checkPayments(person);
          if (orders !== undefined) await checkPosters(person, orders, charged.length > 0);
          const isAllowed = hasAmounts([...before, ...after], charged) || (!isRepeated && hasAmounts(before, charged));
          assert(isAllowed, `the bank charged ${charged.join(', ') || 'nothing'}${isRepeated ? ' after the request was repeated' : ''}`);
          await stopBilling(person);
        }
      },
    };
  };

/** Compares amounts. A null stands for any amount, because the price of a part of a month depends on the day. */
const hasAmounts = (expected: readonly (number | null)[], charged: readonly number[]) =>
  expected.length === charged.length && expected.every((amount, at) => amount === null || amount === charged[at]);

export const moneyScenarios = Object.fromEntries([...FLOWS, posterFlow].map((flow) => [flow.name, createScenario(flow)]));
