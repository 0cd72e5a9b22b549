import type { ScreenEmergency } from '@vitrine/contract/emergency';
import { raiseByKey as raiseByKeyAddress, readEmergencyFile, readScreenEmergency } from '@vitrine/contract/screen-emergency.addresses';
import type { Identity } from '../database/database.ts';
import { RaiseRefusedError } from './emergency-keys.ts';

const TIMEOUT_MS = 15_000;

/** Sends a request. Shares no code with other requests of the screen, because code of two chunks becomes part of the first script, which must stay small. */
async function request(path: string, { deviceId, secret }: Identity): Promise<Response> {
  const response = await fetch(`/api${path}`, {
    headers: { authorization: `Screen ${deviceId}:${secret}` },
    // The messages are stored in the database of the screen.
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

/** Requests the prepared messages and the active alerts of this screen. */
export async function fetchEmergency(identity: Identity): Promise<ScreenEmergency> {
  const response = await request(readScreenEmergency.path, identity);
  return ((await response.json()) as { result: ScreenEmergency }).result;
}

/** Downloads a picture of a message. */
export async function fetchPicture(identity: Identity, sha256: string): Promise<Blob> {
  const response = await request(readEmergencyFile.path.replace(':sha256', sha256), identity);
  return response.blob();
}

/** Raises a message for its screens. Throws RaiseRefusedError when the server does not. */
export async function raiseByKey({ deviceId, secret }: Identity, messageId: string): Promise<void> {
  const { method, path } = raiseByKeyAddress;
  const response = await fetch(`/api${path}`, {
    method,
    headers: { authorization: `Screen ${deviceId}:${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messageId }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new RaiseRefusedError(response.status);
}
