import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Algorithm, hashSync, verifySync } from '@node-rs/argon2';
import type { HashRequest, HashResponse } from './password-hashing.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const argon2id: Algorithm.Argon2id = 2;
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const THREAD_NICENESS = 10;

// On Linux this is the priority of the calling thread alone; elsewhere it would be the whole server's.
if (process.platform === 'linux') os.setPriority(THREAD_NICENESS);

function handleRequest({ password, passwordHash }: HashRequest): HashResponse {
  try {
    return { result: passwordHash === undefined ? hashSync(password, options) : verifySync(passwordHash, password) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: HashRequest) => parentPort?.postMessage(handleRequest(request)));
