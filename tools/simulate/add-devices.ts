import { signIn } from '@vitrine/contract/accounts.endpoints';
import { createDevice } from '@vitrine/contract/devices.endpoints';
import type { Endpoint, EndpointInput } from '@vitrine/contract/endpoint';
import type { ScreenIdentity } from './screen-calls.ts';

interface ApiResponse {
  error: boolean;
  message?: string;
  token?: string;
}

/** Adds screens to an account until its plan allows no more. Returns a message about the result. */
export async function addAsDevices(origin: string, email: string, password: string, identities: ScreenIdentity[]): Promise<string> {
  const post = async <E extends Endpoint & { body: object }>(
    endpoint: E,
    { body }: { body: EndpointInput<E>['body'] },
    token = '',
  ): Promise<ApiResponse> => {
    const headers = { 'content-type': 'application/json', authorization: token };
    const response = await fetch(`${origin}/api${endpoint.path}`, { method: endpoint.method, headers, body: JSON.stringify(body) });
    return (await response.json()) as ApiResponse;
  };
  const { token, message } = await post(signIn, { body: { email, password } });
  if (!token) return `Not signed in: ${message}`;
  let added = 0;
  let refusal = '';
  for (const { deviceId } of identities) {
    const response = await post(createDevice, { body: { name: `Simulated ${deviceId}`, deviceId, timeZone: 'UTC' } }, token);
    // Screens of the previous run were already added.
    if (response.error) refusal = `; not added: ${response.message}`;
    else added++;
  }
  return `${added} added as devices${refusal}`;
}
