import type { CustomFetch } from 'openid-client';

/** Largest response of a provider. Discovery documents and key sets have some kilobytes. */
const MAX_RESPONSE_BYTES = 512 * 1024;
export const REQUEST_TIMEOUT_S = 5;

async function readLimited(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`The response of the provider is larger than ${MAX_RESPONSE_BYTES} bytes`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** Sends requests to the provider. Responses are limited in size and time, and redirects are not followed, because they could lead to other servers. */
export const fetchFromProvider: CustomFetch = async (url, { signal, ...options }) => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_S * 1000);
  const init = { ...options, redirect: 'manual', signal: signal ? AbortSignal.any([signal, timeout]) : timeout } as RequestInit;
  const { status, headers, body } = await fetch(url, init);
  const content = await readLimited(body);
  return new Response(content.length > 0 ? content : null, { status, headers });
};
