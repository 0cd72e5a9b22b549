/** No scripts, no origin: a document of this kind reads nothing of the browser. */
const SANDBOX = "sandbox; default-src 'none'";
/** A loaded version keeps its origin, which it needs for its files. It may open no window and frame no page of the web app. */
const VERSION_PAGE = "sandbox allow-scripts allow-same-origin allow-top-navigation; frame-src 'none'; form-action 'none'";

/** Adds a policy to those that a response has; browsers apply all of them. */
function withPolicy(kept: Response, policy: string): Response {
  // A redirect has no body and no readable status; the browser follows it.
  if (kept.type === 'opaqueredirect') return kept;
  const headers = new Headers(kept.headers);
  headers.append('content-security-policy', policy);
  headers.set('x-content-type-options', 'nosniff');
  return new Response(kept.body, { status: kept.status, headers });
}

/** Sandboxes a kept file that is opened as a document, so that its scripts do not run with this origin. */
export const asSandboxed = (kept: Response): Response => withPolicy(kept, SANDBOX);

/** The page of a version that this worker was not built with. */
export const asVersionPage = (kept: Response): Response => withPolicy(kept, VERSION_PAGE);

/** Returns the kept file when its bytes are those that were built, else null: code of another version may have written to the caches. */
export async function asBuilt(kept: Response, sha256: string | undefined): Promise<Response | null> {
  const bytes = await kept.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return found === sha256 ? new Response(bytes, { headers: kept.headers }) : null;
}
