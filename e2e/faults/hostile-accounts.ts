import { ApiPerson } from '../api.ts';
import type { Attack } from './hostile.ts';
import { assert } from './round.ts';

const VICTIMS = 5;
const LOOKUPS = 600;
const LOOKUPS_PER_DAY = 300;
const AT_ONCE = 10;

/** Runs the calls with a fixed number of them at a time, as a script that must stay unnoticed would. */
async function inBatches<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE)
    results.push(...(await Promise.all(calls.slice(at, at + AT_ONCE).map((call) => call()))));
  return results;
}

/** One account lists other accounts by the beginning of their addresses, and tests a list of exact addresses. */
export const harvestAddresses: Attack = {
  name: 'harvesting addresses',
  async run({ product }) {
    const run = Date.now();
    const attacker = await ApiPerson.create(product, `harvester-${run}@hostile-accounts.example`);
    const victims = await Promise.all(
      Array.from({ length: VICTIMS }, (_, at) => ApiPerson.create(product, `victim${at}-${run}@hostile-accounts.example`)),
    );
    const search = async (text: string): Promise<string[]> => {
      const { body } = await attacker.call('GET', `/share/email/search/${encodeURIComponent(text)}`);
      return ((body as { result?: { email: string }[] }).result ?? []).map(({ email }) => email);
    };
    const prefixes = victims.flatMap(({ email }) => Array.from({ length: email.length - 3 }, (_, at) => email.slice(0, at + 3)));
    const byPrefix = await inBatches(prefixes.map((prefix) => () => search(prefix)));
    assert(byPrefix.flat().length === 0, `${new Set(byPrefix.flat()).size} addresses were found by their beginning`);
    const exact = Array.from({ length: LOOKUPS }, (_, at) => victims[at % VICTIMS]?.email ?? '');
    const found = (await inBatches(exact.map((email) => () => search(email)))).filter(({ length }) => length > 0).length;
    assert(found <= LOOKUPS_PER_DAY, `${found} addresses were confirmed by one account`);
  },
};
