import type { AnyEndpoint, EndpointInput, EndpointResult } from '@vitrine/contract/endpoint';
import type { Arrival, CarriedState, MoveFailure, MoveInstruction } from '@vitrine/contract/server-move';
import {
  confirmArrival as confirmArrivalEndpoint,
  createHandover,
  proveScreenKnown,
  readMoveInstruction,
  redeemHandover,
  reportMoveFailure,
} from '@vitrine/contract/server-move.addresses';
import type { Identity } from '../database/database.ts';
import { REQUEST_TIMEOUT_MS } from '../sync/screen-api.ts';
import { createMac, createNonce } from './move-messages.ts';

/** Thrown when a server answers, but not as the server of this screen. */
export class MoveRefusedError extends Error {
  override name = 'MoveRefusedError';
}

interface Call<E extends AnyEndpoint> {
  body?: EndpointInput<E> extends { body: infer Body } ? Body : never;
  identity?: Identity;
  /** Origin of the server. The default is the origin of the page. */
  address?: string;
  timeoutMs?: number;
}

/** Calls an endpoint. Throws MoveRefusedError for every refusal, and other errors when there is no answer. */
async function call<E extends AnyEndpoint>(
  endpoint: E,
  { body, identity, address = '', timeoutMs = REQUEST_TIMEOUT_MS }: Call<E>,
): Promise<EndpointResult<E>> {
  const response = await fetch(`${address}/api${endpoint.path}`, {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(identity && { authorization: `Screen ${identity.deviceId}:${identity.secret}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status >= 500 || response.status === 429) throw new Error(`the server answered ${response.status}`);
  if (!response.ok) throw new MoveRefusedError(`the server answered ${response.status}`);
  const { result } = (await response.json()) as { result: EndpointResult<E> };
  return result;
}

/** Requests the new address from the server of this page. Returns null without a move, or when the server that knows this screen has not written the message. */
export async function fetchInstruction(identity: Identity): Promise<MoveInstruction | null> {
  const instruction = await call(readMoveInstruction, { identity });
  if (!instruction) return null;
  const { moveId, address, mac } = instruction;
  return mac === createMac(identity.secret, 'instruction', identity.deviceId, moveId, address) ? instruction : null;
}

/** Requests the proof that the server at the address has the record of this screen. Does not send the secret. Throws MoveRefusedError without a valid proof. */
export async function fetchProof(
  { deviceId, secret }: Identity,
  address: string,
  timeoutMs?: number,
): Promise<{ hasArrived: boolean; isCached: boolean }> {
  const nonce = createNonce();
  const challenge = createMac(secret, 'screen challenge', deviceId, address, nonce);
  const body = { deviceId, address, nonce, mac: challenge };
  const proof = await call(proveScreenKnown, { address, body, ...(timeoutMs !== undefined && { timeoutMs }) });
  const { hasArrived, isCached, mac } = proof ?? {};
  const parts = [deviceId, address, nonce, String(hasArrived), String(isCached)];
  if (mac !== createMac(secret, 'screen proof', ...parts)) throw new MoveRefusedError('the server does not know this screen');
  return { hasArrived: hasArrived === true, isCached: isCached === true };
}

/** Sends the identity to a server that has proven itself. Returns the ticket for the page there. */
export const handOver = async (identity: Identity, address: string, state: CarriedState): Promise<string> =>
  (await call(createHandover, { identity, address, body: { state } })).ticket;

export const redeem = (ticket: string): Promise<Arrival> => call(redeemHandover, { body: { ticket } });

export const confirmArrival = (identity: Identity, isCached: boolean): Promise<unknown> =>
  call(confirmArrivalEndpoint, { identity, body: { address: location.origin, isCached } });

export const reportFailure = (identity: Identity, moveId: string, failure: MoveFailure): Promise<unknown> =>
  call(reportMoveFailure, { identity, body: { moveId, failure } });
