import type { sealingKey } from '@vitrine/contract/accounts';
import type { z } from 'zod';
import { api } from './api-client.ts';

type SealingKey = z.infer<typeof sealingKey>;

/**
 * The password as it travels: a sealed box to the server's public key, so that it is safe on a plain-http
 * address of the home network as well, where the browser's own crypto is absent. The nonce opens once.
 */
export async function sealPassword(password: string): Promise<string> {
  const [key, { sealText }] = await Promise.all([api.get<SealingKey>('/users/login/key'), import('./sealed-box.ts')]);
  return sealText(JSON.stringify({ password, nonce: key.nonce }), key.publicKey);
}
