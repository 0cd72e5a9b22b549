import { createTextEncryption, type TextEncryption } from './text-encryption.ts';

/** Versions of one key: values are encrypted with the current one and decrypted with any. */
export interface KeyVersions {
  current: Buffer;
  /** Versions before or after the current one while keys are being rotated. */
  others: readonly Buffer[];
}

/** Encrypts short texts with the version of the key that is current at each call. */
export const createVersionedEncryption = (versions: () => KeyVersions): TextEncryption => ({
  encrypt: (text) => createTextEncryption(versions().current).encrypt(text),
  decrypt(encrypted) {
    const { current, others } = versions();
    for (const key of [current, ...others]) {
      const text = decryptWith(key, encrypted);
      if (text !== undefined) return text;
    }
    return createTextEncryption(current).decrypt(encrypted);
  },
});

/** Returns undefined when the value was not encrypted with this key. */
export function decryptWith(key: Buffer, encrypted: Buffer): string | undefined {
  try {
    return createTextEncryption(key).decrypt(encrypted);
  } catch {
    return undefined;
  }
}
