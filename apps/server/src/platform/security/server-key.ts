import { hash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { OperatorError } from '../operator-error.ts';
import { readIfExists, writeOnce } from '../write-once.ts';

const SERVER_KEY_BYTES = 32;
const NONCE_BYTES = 24;
/** Hexadecimal digits of a check value. */
const CHECK_LENGTH = 32;

/** Thrown when a process does not have the server key of its database. */
export class ServerKeyError extends OperatorError {
  override readonly name = 'ServerKeyError';
}

export const serverKeyFile = (dataDir: string): string => path.join(dataDir, 'server.key');

/** Parses 32 bytes in base64; returns undefined for anything else. */
export function parseServerKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === SERVER_KEY_BYTES ? key : undefined;
}

/** Returns the key in the data folder, or undefined when the file does not exist. */
export async function readServerKey(dataDir: string): Promise<Buffer | undefined> {
  const text = await readIfExists(serverKeyFile(dataDir));
  return text === undefined ? undefined : keyFrom(text, dataDir);
}

/** Returns the key in the data folder, which is created if it does not exist. */
export async function createServerKey(dataDir: string): Promise<Buffer> {
  const existing = await readServerKey(dataDir);
  if (existing) return existing;
  return keyFrom(await writeOnce(serverKeyFile(dataDir), `${randomBytes(SERVER_KEY_BYTES).toString('base64')}\n`), dataDir);
}

function keyFrom(text: string, dataDir: string): Buffer {
  const key = parseServerKey(text);
  if (!key) throw new ServerKeyError(`${serverKeyFile(dataDir)} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`);
  return key;
}

/** Identifies a server key without revealing it. */
export const checkValueOf = (key: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from('vitrine server key'), key]), 'hex').slice(0, CHECK_LENGTH);

/** Encrypts a secret. The name is authenticated, so that encrypted secrets cannot be exchanged for each other. */
export function wrapSecret(key: Buffer, name: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  return Buffer.concat([nonce, xchacha20poly1305(key, nonce, Buffer.from(name)).encrypt(secret)]);
}

export const unwrapSecret = (key: Buffer, name: string, wrapped: Buffer): Buffer =>
  Buffer.from(xchacha20poly1305(key, wrapped.subarray(0, NONCE_BYTES), Buffer.from(name)).decrypt(wrapped.subarray(NONCE_BYTES)));
