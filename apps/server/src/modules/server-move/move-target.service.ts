import { randomBytes } from 'node:crypto';
import { type ServerProof, serverProof } from '@vitrine/contract';
import { proveInstallation } from '@vitrine/contract/server-move.endpoints';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { createMac, isMac } from './server-move.rules.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 200_000;
const proofResponse = z.object({ result: serverProof });

interface ProofRequest {
  address: string;
  /** Position after which arrivals are listed. */
  after: string;
}

/** Lists the parts of the text that authenticates a proof. */
export const getProofParts = ({ screenAddress, arrived, after }: Omit<ServerProof, 'mac'>): string[] => [screenAddress, after, ...arrived];

/** Creates the error for a server that gives no valid proof. Administrators read the message. */
const refuse = (message: string, cause?: unknown) => new AppError('SERVER_MOVE_REFUSED', message, { cause });

/** Requests the proof that the server at an address belongs to this installation, with the screens that arrived there. SERVER_MOVE_REFUSED. */
export async function requestServerProof(key: Buffer, { address, after }: ProofRequest, now: Date): Promise<ServerProof> {
  const nonce = randomBytes(16).toString('hex');
  const at = now.getTime();
  const mac = createMac(key, 'server challenge', address, after, String(at), nonce);
  const response = await post(`${address}/api${proveInstallation.path}`, JSON.stringify({ address, after, at, nonce, mac }));
  const proof = proofResponse.safeParse(response).data?.result;
  if (!proof || !isMac(proof.mac, createMac(key, 'server proof', address, nonce, ...getProofParts(proof))))
    throw refuse(
      `The server at ${address} isn’t this installation, or doesn’t know this address as its own. Restore your backup there, and set PUBLIC_URL to ${address}.`,
    );
  if (proof.screenAddress !== address) throw refuse(`Screens of that server are opened at ${proof.screenAddress}. Enter this address.`);
  return proof;
}

/** Sends a request and returns the parsed response; undefined unless it is a short JSON document with status 200. SERVER_MOVE_REFUSED without a response. */
async function post(url: string, body: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await readText(response);
    return response.status === 200 && text !== undefined ? parseJson(text) : undefined;
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw refuse(`There is no answer at ${new URL(url).origin} (${reason.slice(0, 200)}). Start the server there first.`, cause);
  }
}

async function readText(response: Response): Promise<string | undefined> {
  let [text, bytes] = ['', 0];
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
