/** Sign-ins under load against a real server, compared with the bare hash, and the latency of another user's requests meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { HASH_THREADS, hashPassword, verifyPassword } from '../../apps/server/src/platform/security/password-hashing.ts';
import { seal } from '../../apps/server/src/testing/seal-password.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { openProductDatabase } from '../../e2e/product-database.ts';
import type { SignInTask } from './signin.people.ts';

/** Short and many: what else the machine does falls on both sides alike. */
const ROUNDS = 9;
const ROUND_MS = 2500;
/** Open at a time: enough that no thread waits for the next one, far fewer than are refused. */
const OPEN_SIGN_INS = 8;
const ACCOUNTS = 200;
const PASSWORD = 'correct horse';
/** All that are open begin at the same moment, as people do not: by then they come one after the other. */
const LEAD_MS = 300;
/** Pause between two requests of the bystander. */
const PAUSE_MS = 10;
const SEALS_PER_SECOND = 120 * HASH_THREADS;

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
const percentile99 = (values: number[]) => sorted(values)[Math.floor(values.length * 0.99)] ?? Number.NaN;

export async function run() {
  // Each account signs in from a different address, so that the limits per address do not apply.
  const product = await Product.start({ TRUST_PROXY: '127.0.0.1,::1' });
  // Started beforehand, so that the start does not count for the sign-ins.
  const people = new Worker(new URL('./signin.people.ts', import.meta.url));
  try {
    const bystander = await ApiPerson.signUp(product, 'bystander@example.com');
    const emails = await addAccounts(product);
    const passwordHash = await hashPassword(PASSWORD);
    const [ours, bare, calm, busy]: [number[], number[], number[], number[]] = [[], [], [], []];
    await signIns(people, product, await sealBodies(product, emails));
    for (let round = 0; round < ROUNDS; round++) {
      const bodies = await sealBodies(product, emails);
      calm.push(...(await watchBystander(bystander, () => sleep(ROUND_MS))));
      bare.push(await countPerSecond(HASH_THREADS, () => verifyPassword(passwordHash, PASSWORD)));
      const signingIn = signIns(people, product, bodies);
      await sleep(LEAD_MS);
      busy.push(...(await watchBystander(bystander, async () => ours.push(await signingIn))));
    }
    return results({ ours: median(ours), bare: median(bare), calm: percentile99(calm), busy: percentile99(busy) });
  } finally {
    await people.terminate();
    await product.remove();
  }
}

function results({ ours, bare, calm, busy }: Record<'ours' | 'bare' | 'calm' | 'busy', number>) {
  const [rate, wait] = [ours / bare, busy / calm];
  return [
    {
      name: `sign-ins against bare argon2id, both on ${HASH_THREADS} thread(s)`,
      ours,
      peer: bare,
      unit: '/s',
      ratio: rate,
      limit: 0.85,
      pass: rate >= 0.85,
    },
    {
      name: 'p99 of GET /users/{id} during sign-ins against without',
      ours: busy,
      peer: calm,
      unit: 'ms',
      ratio: wait,
      limit: 1.5,
      pass: wait <= 1.5,
    },
  ];
}

/** Put into the database as sign-up would, without a mail for each. */
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

/** Sealed as the form does it, beforehand, so that the browser's work is not measured on the server's cores. */
async function sealBodies(product: Product, emails: string[]): Promise<SignInTask['attempts']> {
  const attempts: SignInTask['attempts'] = [];
  for (let at = 0; at < (SEALS_PER_SECOND * ROUND_MS) / 1000; at++) {
    const address = `10.0.${at % 250}.${Math.floor(at / 250) + 1}`;
    const answer = await fetch(`${product.origin}/api/users/login/key`, { headers: { 'x-forwarded-for': address } });
    const { result } = (await answer.json()) as { result: { publicKey: string; nonce: string } };
    const password = seal(PASSWORD, result.publicKey, result.nonce);
    attempts.push({ body: JSON.stringify({ email: emails[at % emails.length], password, platform: 'PP' }), address });
  }
  return attempts;
}

/** Sign-ins a second, as many open at a time as the server has work for. */
function signIns(people: Worker, product: Product, attempts: SignInTask['attempts']): Promise<number> {
  people.postMessage({ origin: product.origin, attempts, lanes: OPEN_SIGN_INS, forMs: ROUND_MS } satisfies SignInTask);
  return new Promise((resolve, reject) => people.once('message', resolve).once('error', reject));
}

/** How often `work` ends in a second while `lanes` of it run at a time. */
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

/** Duration of each request of a signed-in user during `meanwhile`, in milliseconds. */
async function watchBystander(bystander: ApiPerson, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const ask = async () => {
    while (!isOver) {
      const start = performance.now();
      await bystander.must('GET', `/users/${bystander.userId}`);
      times.push(performance.now() - start);
      await sleep(PAUSE_MS);
    }
  };
  const asking = ask();
  await meanwhile();
  isOver = true;
  await asking;
  return times;
}
