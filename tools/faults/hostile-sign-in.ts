import { generateTotp } from '../../apps/server/src/modules/second-factors/totp.rules.ts';
import { insertApiToken } from '../../apps/server/src/testing/api-tokens.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import type { Attack } from './attack.ts';
import { inBatches } from './in-batches.ts';
import { assert } from './round.ts';

const GUESSES = 200;
const MAX_CHECKED_CODES = 10;
const PASSKEY_REQUESTS = 2000;
const TOKEN_REQUESTS = 2000;
const CONCURRENT = 50;
const BATCHES = { concurrent: CONCURRENT, pauseMs: 50 };

interface Answer {
  status: number;
  code: string | undefined;
}

const countCode = (answers: readonly Answer[], code: string) => answers.filter((answer) => answer.code === code).length;

async function post({ product }: Pick<ApiPerson, 'product'>, path: string, body: object, at: number): Promise<Answer> {
  const response = await fetch(`${product.origin}/api${path}`, {
    method: 'POST',
    // The product is started as behind a proxy and trusts this header, so each request has a different address.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.${at >> 8}.${at & 255}` },
    body: JSON.stringify(body),
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

/** Turns on a second factor and returns its recovery codes. */
async function addSecondFactor(person: ApiPerson): Promise<string[]> {
  const setup = await person.call<{ secret: string }>('POST', '/users/second-factor/setup', { password: person.password });
  const code = generateTotp(setup.body.result.secret, new Date());
  const confirmed = await person.call<{ recoveryCodes: string[] }>('POST', '/users/second-factor', { code });
  return confirmed.body.result.recoveryCodes;
}

let target: ApiPerson | undefined;
let recoveryCodes: string[] = [];

/** Knows the password of an account and guesses codes from 200 addresses at once, then uses one recovery code fifty times at once. */
export const guessCodes: Attack = {
  name: 'guessing codes of a second factor',
  async prepare({ product }) {
    // Has its own account, because the guesses of another attack count against that of the attacker for 15 minutes.
    target = await ApiPerson.create(product, 'two-factors@example.com');
    recoveryCodes = await addSecondFactor(target);
  },
  async run(attacker) {
    if (!target) throw new Error('The account was not created');
    const { email, password } = target;
    const code = recoveryCodes[0];
    const used = await Promise.all(
      Array.from({ length: CONCURRENT }, (_, at) => post(attacker, '/users/login', { email, password, code }, at)),
    );
    const opened = used.filter(({ status }) => status === 200).length;
    assert(opened === 1, `one recovery code opened ${opened} sessions`);
    const guesses = await inBatches(GUESSES, BATCHES, (at) => {
      const guess = String(100_000 + at * 37).slice(0, 6);
      return post(attacker, '/users/login', { email, password, code: guess }, at);
    });
    const checked = countCode([...used, ...guesses], 'SECOND_FACTOR_INVALID');
    assert(checked <= MAX_CHECKED_CODES, `${checked} wrong codes were checked`);
    assert(!guesses.some(({ status }) => status === 200 || status >= 500), 'a guess was accepted, or failed with an internal error');
  },
};

/** Requests challenges for passkeys without ever answering, and sends made-up answers. Neither may leave rows. */
export const floodPasskeys: Attack = {
  name: 'passkeys that never answer',
  // No address exceeds its limits, so this is a load test like the flood of requests.
  p95GrowthLimitMs: 150,
  async run(attacker) {
    const requested = await inBatches(PASSKEY_REQUESTS, BATCHES, (at) => post(attacker, '/users/login/passkey/options', {}, at));
    assert(!requested.some(({ status }) => status >= 500), 'a request for a challenge failed with an internal error');
    const part = Buffer.alloc(200, 7).toString('base64url');
    const response = {
      id: part,
      rawId: part,
      type: 'public-key',
      response: { clientDataJSON: part, authenticatorData: part, signature: part },
    };
    const answered = await inBatches(PASSKEY_REQUESTS / 4, BATCHES, (at) => post(attacker, '/users/login/passkey', { response }, at));
    assert(
      !answered.some(({ status }) => status === 200 || status >= 500),
      'a made-up passkey was accepted, or failed with an internal error',
    );
    const { count } = await withProductDatabase(attacker.product, (db) =>
      db
        .selectFrom('used_challenges')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    assert(Number(count) === 0, `${count} rows were left by challenges that nobody answered correctly`);
  },
};

/** Floods the API with a token, most of it beyond its scope. */
export const floodWithToken: Attack = {
  name: 'a program that exceeds its scope and its rate',
  async run(attacker) {
    const token = await withProductDatabase(attacker.product, (db) => insertApiToken(db, attacker.userId, ['albums:read']));
    const paths = [`/albums/${attacker.userId}`, `/playlists/${attacker.userId}`, '/users/sessions', '/users/tokens', '/console/overview'];
    const statuses = await inBatches(TOKEN_REQUESTS, BATCHES, async (at) => {
      const path = paths[at % paths.length] ?? '';
      const response = await fetch(`${attacker.product.origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      return { isInScope: path.startsWith('/albums'), status: response.status };
    });
    const leaked = statuses.filter(({ isInScope, status }) => !isInScope && status === 200).length;
    assert(leaked === 0, `${leaked} requests beyond the scope were answered`);
    assert(!statuses.some(({ status }) => status >= 500), 'a request failed with an internal error');
  },
};
