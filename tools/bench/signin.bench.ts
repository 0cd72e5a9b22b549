/** Sign-ins under load against a real server, compared with the bare hash, and the latency of another user's requests in the meantime. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { HASH_THREADS, hashPassword, verifyPassword } from '../../apps/server/src/platform/security/password-hashing.ts';
import { seal } from '../../apps/server/src/testing/seal-password.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { openProductDatabase } from '../../e2e/product-database.ts';
import { measureBystander } from './bystander.ts';
import { median, quantile } from './figures.ts';
import type { SignInTask } from './signin.clients.ts';

/** Many short rounds, so that a change in the machine's speed affects both sides. */
const ROUNDS = 9;
const ROUND_MS = 2500;
/** Concurrent sign-ins: enough to keep all threads busy, and far fewer than the admission limit. */
const OPEN_SIGN_INS = 8;
const ACCOUNTS = 200;
const PASSWORD = 'correct horse';
/** Delay after which the concurrent sign-ins no longer run in step. */
const LEAD_MS = 300;
const SEALS_PER_SECOND = 120 * HASH_THREADS;

export async function run() {
  // Each account signs in from a different address, so that the limits per address do not apply.
  const product = await Product.start({ TRUST_PROXY: '127.0.0.1,::1' });
  // Start the thread now, so that the measured sign-ins do not include it.
  const clients = new Worker(new URL('./signin.clients.ts', import.meta.url));
  try {
    const bystander = await ApiPerson.signUp(product, 'bystander@example.com');
    const emails = await addAccounts(product);
    const passwordHash = await hashPassword(PASSWORD);
    const [ours, bareRate, idle, loaded]: [number[], number[], number[], number[]] = [[], [], [], []];
    await runSignIns(clients, product, await sealBodies(product, emails));
    for (let round = 0; round < ROUNDS; round++) {
      const bodies = await sealBodies(product, emails);
      idle.push(...(await measureBystander(bystander, () => sleep(ROUND_MS))));
      bareRate.push(await countPerSecond(HASH_THREADS, () => verifyPassword(passwordHash, PASSWORD)));
      const signingIn = runSignIns(clients, product, bodies);
      await sleep(LEAD_MS);
      loaded.push(...(await measureBystander(bystander, async () => ours.push(await signingIn))));
    }
    return results({ ours: median(ours), bareRate: median(bareRate), idle: quantile(idle, 0.99), loaded: quantile(loaded, 0.99) });
  } finally {
    await clients.terminate();
    await product.remove();
  }
}

function results({ ours, bareRate, idle, loaded }: Record<'ours' | 'bareRate' | 'idle' | 'loaded', number>) {
  const [ratio, latencyRatio] = [ours / bareRate, loaded / idle];
  return [
    {
      name: `sign-ins vs. bare argon2id, both on ${HASH_THREADS} thread(s)`,
      ours,
      peer: bareRate,
      unit: '/s',
      ratio,
      limit: 0.85,
      pass: ratio >= 0.85,
    },
    {
      name: 'p99 of GET /users/{id} during sign-ins vs. without',
      ours: loaded,
      peer: idle,
      unit: 'ms',
      ratio: latencyRatio,
      limit: 1.5,
      pass: latencyRatio <= 1.5,
    },
  ];
}

/** Inserts verified accounts directly, without sending an email to each. */
async function addAccounts(product: Product): Promise<string[]> {
  const database = await openProductDatabase(product);
  const password_hash = await hashPassword(PASSWORD);
  const users = Array.from({ length: ACCOUNTS }, (_, at) => ({
    id: newId(),
    name: 'Bench',
    email: `bench-${at}@example.com`,
    password_hash,
    platform: 'PP',
    verified_at: new Date(),
  }));
  await database.db.insertInto('users').values(users).execute();
  await database.close();
  return users.map(({ email }) => email);
}

/** Encrypts the passwords in advance, like the sign-in form, so that the browser's work is not measured. */
async function sealBodies(product: Product, emails: string[]): Promise<SignInTask['attempts']> {
  const attempts: SignInTask['attempts'] = [];
  for (let at = 0; at < (SEALS_PER_SECOND * ROUND_MS) / 1000; at++) {
    const address = `10.0.${at % 250}.${Math.floor(at / 250) + 1}`;
    const response = await fetch(`${product.origin}/api/users/login/key`, { headers: { 'x-forwarded-for': address } });
    const { result } = (await response.json()) as { result: { publicKey: string; nonce: string } };
    const password = seal(PASSWORD, result.publicKey, result.nonce);
    const email = emails[at % emails.length] ?? '';
    attempts.push({ email, body: JSON.stringify({ email, password, platform: 'PP' }), address });
  }
  return attempts;
}

/** Runs concurrent sign-ins. Returns the sign-ins per second. */
function runSignIns(clients: Worker, product: Product, attempts: SignInTask['attempts']): Promise<number> {
  clients.postMessage({ origin: product.origin, attempts, lanes: OPEN_SIGN_INS, durationMs: ROUND_MS } satisfies SignInTask);
  return new Promise((resolve, reject) => clients.once('message', resolve).once('error', reject));
}

/** Runs `work` repeatedly in `lanes` concurrent loops. Returns the completions per second. */
async function countPerSecond(lanes: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let count = 0;
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) {
      await work();
      count++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (count * 1000) / (performance.now() - start);
}
