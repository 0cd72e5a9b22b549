import { readSealingKey } from '@vitrine/contract/accounts.endpoints';
import { call } from './api-client.ts';

/**
 * The password as it travels: a sealed box to the server's public key, so that it is safe on a plain-http
 * address of the home network as well, where the browser's own crypto is absent. The nonce opens once.
 */
export async function sealPassword(password: string): Promise<string> {
  // In this order, because a script that could not be loaded is not requested again until the page is reloaded.
  const key = await call(readSealingKey);
  const { sealText } = await import('./sealed-box.ts');
  return sealText(JSON.stringify({ password, nonce: key.nonce }), key.publicKey);
}
