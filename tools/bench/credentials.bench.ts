/**
 * Sign-ins with a passkey, and requests with an API token: `npm run bench -- credentials`.
 *
 * A sign-in is the call that verifies the response of the authenticator, which is made in advance; the challenge before it is not measured. Requests with a
 * token and with a session alternate, so that a change in the machine's speed affects both.
 */
import { SoftwarePasskey } from '../../apps/server/src/testing/software-passkey.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { createLimitResult, median, quantile } from './figures.ts';

const SIGN_INS = 300;
const REQUESTS = 2000;
const PASSKEY_P95_MS = 30;
const TOKEN_CHECK_MS = 0.3;

export async function run() {
  const product = await Product.start({ TRUST_PROXY: '127.0.0.1,::1' });
  try {
    const person = await ApiPerson.create(product, 'passkeys@example.com');
    const signIns = await measureSignIns(person);
    const { token, session } = await measureRequests(person);
    console.log(`  GET /albums, median: ${token.toFixed(2)} ms with a token, ${session.toFixed(2)} ms with a session`);
    return [
      createLimitResult('sign-in with a passkey: p95', quantile(signIns, 0.95), PASSKEY_P95_MS, 'ms'),
      createLimitResult('request with a token instead of a session: median of the differences', token - session, TOKEN_CHECK_MS, 'ms'),
    ];
  } finally {
    await product.remove();
  }
}

async function measureSignIns(person: ApiPerson): Promise<number[]> {
  const { origin } = person.product;
  const passkey = new SoftwarePasskey(origin);
  const creation = await person.request<{ challenge: string }>('POST', '/users/passkeys/options', { password: person.password });
  await person.request('POST', '/users/passkeys', { name: 'Phone', response: passkey.register(creation) });
  const times: number[] = [];
  for (let count = 0; count < SIGN_INS; count++) {
    // Other addresses, so that the limits per address do not apply.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${count % 250}` };
    const post = (path: string, body: object) => fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { result } = (await (await post('/users/login/passkey/options', {})).json()) as { result: { challenge: string } };
    const response = passkey.answer(result);
    const start = performance.now();
    const signedIn = await post('/users/login/passkey', { response });
    await signedIn.arrayBuffer();
    times.push(performance.now() - start);
    if (!signedIn.ok) throw new Error(`The sign-in was refused with status ${signedIn.status}`);
  }
  // The first ones compile the code.
  return times.slice(SIGN_INS / 10);
}

/** Medians in milliseconds. */
async function measureRequests(person: ApiPerson): Promise<{ token: number; session: number }> {
  const created = await person.request<{ token: string }>('POST', '/users/tokens', {
    name: 'Bench',
    scopes: ['albums:read'],
    days: 1,
    password: person.password,
  });
  const times: Record<'token' | 'session', number[]> = { token: [], session: [] };
  const credentials = { token: `Bearer ${created.token}`, session: person.token };
  for (let count = 0; count < REQUESTS; count++) {
    for (const kind of ['token', 'session'] as const) {
      const start = performance.now();
      const response = await fetch(`${person.product.origin}/api/albums`, { headers: { authorization: credentials[kind] } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${kind}: ${response.status}`);
      times[kind].push(performance.now() - start);
    }
  }
  return { token: median(times.token), session: median(times.session) };
}
