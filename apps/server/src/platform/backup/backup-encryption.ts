import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ReadableStream as ByteStream, ReadableStream } from 'node:stream/web';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './backup-manifest.ts';

/** Ends the names of encrypted parts. Each of them is a file in the format of age. */
export const ENCRYPTED_SUFFIX = '.age';

/** Encrypts the parts of a backup to public keys. */
export interface BackupEncryption {
  /** Folder of all files that are encrypted to the same public keys. */
  filesFolder: string;
  encrypt(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** Returns the size of `bytes` bytes of content after their encryption. */
  getEncryptedSize(bytes: number): number;
}

export interface BackupDecryption {
  /** Throws BackupError when the bytes of the part with this key were not encrypted to one of the identities, or were changed. */
  decrypt(encrypted: AsyncIterable<Uint8Array>, key: string): AsyncIterable<Uint8Array>;
}

/** A destination of backups with its keys. Without encryption, parts are stored as they are. Without decryption, encrypted parts cannot be opened. */
export type BackupPlace = Storage & { encryption?: BackupEncryption | undefined; decryption?: BackupDecryption | undefined };

/** The library has the types of a browser for the streams of Node. */
type BrowserStream = globalThis.ReadableStream<Uint8Array>;
const toBrowserStream = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source) as unknown as BrowserStream;
const fromBrowserStream = (stream: BrowserStream) => stream as unknown as ByteStream<Uint8Array>;

/** Only installations with encrypted backups need it. */
const loadAge = () => import('age-encryption');

const nameFilesFolder = (recipients: readonly string[]): string =>
  `encrypted/${hash('sha256', [...new Set(recipients)].sort().join('\n'), 'hex').slice(0, 16)}`;

/** Prepares the encryption to public keys of age (`age1…`). Throws when one of them is invalid. */
export async function createBackupEncryption(recipients: readonly string[]): Promise<BackupEncryption> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of new Set(recipients)) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new Error(`BACKUP_RECIPIENTS: “${recipient}” isn’t a public key of age`, { cause });
    }
  }
  const start = (content: AsyncIterable<Uint8Array>) => encrypter.encrypt(toBrowserStream(content));
  const { size } = await start((async function* () {})());
  return {
    filesFolder: nameFilesFolder(recipients),
    getEncryptedSize: size,
    async *encrypt(content) {
      yield* fromBrowserStream(await start(content));
    },
  };
}

/** Prepares the decryption with identities of age (`AGE-SECRET-KEY-…`). Throws when one of them is invalid. */
export async function createBackupDecryption(identities: readonly string[]): Promise<BackupDecryption> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return {
    async *decrypt(encrypted, key) {
      let readError: unknown;
      const source = async function* () {
        try {
          yield* encrypted;
        } catch (error) {
          readError = error;
          throw error;
        }
      };
      try {
        yield* fromBrowserStream(await decrypter.decrypt(toBrowserStream(source())));
      } catch (cause) {
        throw readError ?? new BackupError(`The backup is damaged: ${key} can’t be decrypted`, { cause });
      }
    },
  };
}

/** Returns keys that exist in this process only, for lists that a backup reads again while it runs. */
export async function createTemporaryKeys(): Promise<{ encryption: BackupEncryption; decryption: BackupDecryption }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return {
    encryption: await createBackupEncryption([await identityToRecipient(identity)]),
    decryption: await createBackupDecryption([identity]),
  };
}

/** Reads a file that `age-keygen` has written: an identity on each line that is not empty and not a comment. */
export async function readIdentityFile(file: string): Promise<BackupDecryption> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new BackupError(`The identity file ${file} can’t be read`, { cause });
  });
  if (/^(age-encryption\.org\/|-----BEGIN AGE)/.test(text))
    throw new BackupError(`${file} is encrypted itself. Decrypt it with “age -d” and specify the result.`);
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length === 0) throw new BackupError(`${file} contains no identity of age. It starts with AGE-SECRET-KEY-.`);
  return createBackupDecryption(identities).catch((cause) => {
    throw new BackupError(`${file} contains a line that isn’t an identity of age. Each starts with AGE-SECRET-KEY-.`, { cause });
  });
}
