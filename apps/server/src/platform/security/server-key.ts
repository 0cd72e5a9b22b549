import { hash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { OperatorError } from '../operator-error.ts';
import { readIfExists, replaceFile, writeOnce } from '../write-once.ts';

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

/** Parses the content of a key file: one key a line, the newest first. Returns undefined when a line is no key. */
export function parseServerKeys(text: string): readonly Buffer[] | undefined {
  const keys = text.trim().split(/\s+/).map(parseServerKey);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

export const serializeServerKeys = (keys: readonly Buffer[]): string => keys.map((key) => `${key.toString('base64')}\n`).join('');

/** Returns the keys in the data folder, the newest first. There are two during a rotation, and none when the file does not exist. */
export async function readServerKeys(dataDir: string): Promise<readonly Buffer[]> {
  const text = await readIfExists(serverKeyFile(dataDir));
  return text === undefined ? [] : keysFrom(text, dataDir);
}

/** Replaces the keys in the data folder at once. */
export const replaceServerKeys = (dataDir: string, keys: readonly Buffer[]): Promise<void> =>
  replaceFile(serverKeyFile(dataDir), serializeServerKeys(keys));

/** Returns the newest key in the data folder, or undefined when the file does not exist. */
export const readServerKey = async (dataDir: string): Promise<Buffer | undefined> => (await readServerKeys(dataDir))[0];

/** Returns the key in the data folder, which is created if it does not exist. */
export async function createServerKey(dataDir: string): Promise<Buffer> {
  const existing = await readServerKey(dataDir);
  if (existing) return existing;
  const written = await writeOnce(serverKeyFile(dataDir), serializeServerKeys([randomBytes(SERVER_KEY_BYTES)]));
  const [key] = keysFrom(written, dataDir);
  if (!key) throw new ServerKeyError(damaged(dataDir));
  return key;
}

function keysFrom(text: string, dataDir: string): readonly Buffer[] {
  const keys = parseServerKeys(text);
  if (!keys) throw new ServerKeyError(damaged(dataDir));
  return keys;
}

const damaged = (dataDir: string) => `${serverKeyFile(dataDir)} is damaged: it must hold 32 bytes in base64. Restore it from a backup.`;

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
