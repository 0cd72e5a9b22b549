import { randomUUID } from 'node:crypto';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { checkBooks, checkPosters, retire } from './money-invariants.ts';
import { FLOWS, type Flow, type Payer } from './money-flows.ts';
import { posterFlow } from './money-poster.ts';
import { assert, type Scenario } from './round.ts';

/**
 * Kills the server during a payment. The card is charged once or not at all, and the product records the correct outcome. In every other round the payer
 * returns and repeats the click; otherwise the bank's events and our own queries must suffice.
 */
const scenarioOf =
  (flow: Flow) =>
  async ({ product }: ApiPerson): Promise<Scenario> => {
    const keeper = await ApiPerson.create(product, `${flow.name}@example.com`, 'Keeper');
    await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', keeper.userId).execute());
    const newPerson = () => ApiPerson.create(product, `${randomUUID()}@example.com`);
    let round = 0;
    let payers: Payer[] = [];
    let click = async (): Promise<unknown> => undefined;

    return {
      name: flow.name,
      withinMs: flow.withinMs,
      async prepare() {
        round++;
        ({ payers, click } = await flow.prepare(newPerson, keeper));
      },
      work: async () => void (await click()),
      async verify() {
        const comesBack = round % 2 === 1;
        if (comesBack) await click();
        for (const { person, before, after, orders } of payers) {
          const taken = await checkBooks(person);
          if (orders !== undefined) await checkPosters(person, orders, taken.length > 0);
          const isAllowed = isSame([...before, ...after], taken) || (!comesBack && isSame(before, taken));
          assert(isAllowed, `the bank took ${taken.join(', ') || 'nothing'}${comesBack ? ' after the click was repeated' : ''}`);
          await retire(person);
        }
      },
    };
  };

/** A null stands for any amount: parts of a month are not the same every day. */
const isSame = (expected: readonly (number | null)[], taken: readonly number[]) =>
  expected.length === taken.length && expected.every((amount, at) => amount === null || amount === taken[at]);

export const moneyScenarios = Object.fromEntries([...FLOWS, posterFlow].map((flow) => [flow.name, scenarioOf(flow)]));
