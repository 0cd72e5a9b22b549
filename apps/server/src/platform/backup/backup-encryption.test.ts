import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer as decode } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackupEncryption, createTemporaryKeys, readIdentityFile } from './backup-encryption.ts';

/** Made by the programs age-keygen and age 1.1.1. */
const IDENTITY = 'AGE-SECRET-KEY-16CMMN5DFYF0QVG5EFMJF08L0D8EY0Y03N6THDMAT489PXXUXN0RQFA2UH4';
const RECIPIENT = 'age19jyygmqzvsazafh9qwwq0u75cr20kkuzk852ggqz8fpm6r4ytchquxtuuh';
const ENCRYPTED =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBGS1RYTGNmWlNqT2Y0SmsrZC9VeVROZ1J0THNSK3JnNjBiRGlEblVmTlZ3CllwVk9aWEY3M293dU13ZEo3Z093T1NDS3pwYWYrQ0VNRUI2cUxVbUp1RzQKLS0tIEZBNitMOHd6bXlYSXQzN2tNb3FEZStES1VlVzB3eWZPWlBwejdOQVFndnMKdTaIUElvj1f+HCmYt/Pqi4qeLrmqiSRRR3KrqdPBGCN1llgAs/5p5I3CKEkgs8IhqA==';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-identity-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const writeIdentityFile = async (content: string): Promise<string> => {
  const file = path.join(folder, 'key.txt');
  await writeFile(file, content);
  return file;
};
async function* produce(...chunks: Uint8Array[]) {
  yield* chunks;
}

describe('the encryption of backups', () => {
  it('decrypts what the program age has encrypted', async () => {
    const identity = await readIdentityFile(
      await writeIdentityFile(`# created: 2026-11-29T12:00:00Z\n# public key: ${RECIPIENT}\n${IDENTITY}\n`),
    );
    const content = await decode(identity.decrypt(produce(Buffer.from(ENCRYPTED, 'base64')), 'file'));
    expect(content.toString()).toBe('Encrypted by age\n');
  });

  it('knows the size of encrypted bytes, also of empty content', async () => {
    const { encryption, decryption } = await createTemporaryKeys();
    for (const bytes of [0, 1, 65_536, 65_537, 200_000]) {
      const content = Buffer.alloc(bytes, 7);
      const encrypted = await decode(encryption.encrypt(produce(content)));
      expect(encrypted.length).toBe(encryption.getEncryptedSize(bytes));
      expect(await decode(decryption.decrypt(produce(encrypted), 'file'))).toEqual(content);
    }
  });

  it('reads no more than it passes on, so that large files need little memory', async () => {
    const { encryption, decryption } = await createTemporaryKeys();
    let produced = 0;
    async function* produceMuch() {
      for (let count = 0; count < 200; count++) {
        produced += 100_000;
        yield Buffer.alloc(100_000, count);
      }
    }
    let consumed = 0;
    for await (const chunk of decryption.decrypt(encryption.encrypt(produceMuch()), 'file')) {
      consumed += chunk.length;
      expect(produced - consumed).toBeLessThan(1_000_000);
    }
    expect(consumed).toBe(20_000_000);
  });

  it('passes on errors of the source, and reports others as damage', async () => {
    const { encryption, decryption } = await createTemporaryKeys();
    const encrypted = await decode(encryption.encrypt(produce(Buffer.alloc(100_000))));
    async function* fail() {
      yield encrypted.subarray(0, 70_000);
      throw new Error('the disk failed');
    }
    await expect(decode(decryption.decrypt(fail(), 'file'))).rejects.toThrow('the disk failed');
    for (const damaged of [encrypted.subarray(0, 70_000), encrypted.subarray(0, 10), Buffer.alloc(0)])
      await expect(decode(decryption.decrypt(produce(damaged), 'file'))).rejects.toThrow('The backup is damaged: file can’t be decrypted');
  });

  it('keeps files in one folder for the same public keys in any order', async () => {
    const { filesFolder: other } = (await createTemporaryKeys()).encryption;
    const second = 'age1p3pl80cjesdhqehekt5rtcwry8p3wc3fk8jyt5gxgm558rjzgdds4xzmhk';
    const { filesFolder } = await createBackupEncryption([RECIPIENT, second]);
    expect((await createBackupEncryption([second, RECIPIENT, second])).filesFolder).toBe(filesFolder);
    expect((await createBackupEncryption([RECIPIENT])).filesFolder).not.toBe(filesFolder);
    expect(other).not.toBe(filesFolder);
    await expect(createBackupEncryption([`${RECIPIENT.slice(0, -1)}x`])).rejects.toThrow(
      /BACKUP_RECIPIENTS: “age1.*” isn’t a public key of age/,
    );
  });
});

describe('an identity file', () => {
  it('is refused with a reason that contains no key', async () => {
    await expect(readIdentityFile(path.join(folder, 'missing'))).rejects.toThrow('can’t be read');
    await expect(readIdentityFile(await writeIdentityFile(`# public key: ${RECIPIENT}\n`))).rejects.toThrow('contains no identity of age');
    await expect(readIdentityFile(await writeIdentityFile('age-encryption.org/v1\n-> scrypt'))).rejects.toThrow('is encrypted itself');
    const refused = readIdentityFile(await writeIdentityFile(`${IDENTITY.slice(0, -1)}X`));
    await expect(refused).rejects.toThrow('contains a line that isn’t an identity of age');
    await expect(refused).rejects.not.toThrow(IDENTITY.slice(20, 40));
  });
});
