/** Headers of a response, with lower-case names. */
type ResponseHeaders = Record<string, string | string[] | undefined>;

/** Returns true when a site allows pages of `screenOrigin` to show this response in a frame, and to check whether it can be reached. */
export function mayBeFramed(headers: ResponseHeaders, screenOrigin: string): boolean {
  // Screens check pages by a request that this header blocks.
  if (/^same-(origin|site)$/i.test(listValues(headers['cross-origin-resource-policy'])[0] ?? '')) return false;
  const policies = listValues(headers['content-security-policy']).flatMap(findFrameAncestors);
  // Browsers ignore the older header when a policy has the directive.
  if (policies.length > 0) return policies.every((sources) => sources.some((source) => matchesSource(source, screenOrigin)));
  return !listValues(headers['x-frame-options']).some((value) => /^(deny|sameorigin)$/i.test(value));
}

/** Returns the values of a header that may be sent several times, or once with commas. */
const listValues = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Returns the sources of the directive `frame-ancestors` of a policy: a list for the first one, and no list when the policy has none. */
function findFrameAncestors(policy: string): string[][] {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name.toLowerCase() === 'frame-ancestors') return [sources.map((source) => source.toLowerCase())];
  }
  return [];
}

const HOST_SOURCE = /^(?:(https?):\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(?:\/.*)?$/;
const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443' };

/** The keyword 'self' means the site of the page, which is never that of the screens. */
function matchesSource(source: string, screenOrigin: string): boolean {
  const origin = new URL(screenOrigin);
  const scheme = origin.protocol.slice(0, -1);
  if (source === '*') return true;
  if (source === 'http:') return true;
  if (source === 'https:') return scheme === 'https';
  const match = HOST_SOURCE.exec(source);
  if (!match) return false;
  const [, wantedScheme, host = '', port] = match;
  // A source with http includes https.
  if (wantedScheme === 'https' && scheme !== 'https') return false;
  return matchesHost(host, origin.hostname) && matchesPort(port, { scheme, port: origin.port, wantedScheme });
}

const matchesHost = (wanted: string, hostname: string): boolean =>
  wanted === '*' || (wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) : wanted === hostname);

interface ScreenPort {
  scheme: string;
  /** Empty for the default port. */
  port: string;
  wantedScheme: string | undefined;
}

function matchesPort(wanted: string | undefined, { scheme, port, wantedScheme }: ScreenPort): boolean {
  if (wanted === '*') return true;
  const actual = port || DEFAULT_PORTS[scheme];
  if (wanted === undefined) return actual === DEFAULT_PORTS[scheme] || actual === DEFAULT_PORTS[wantedScheme ?? scheme];
  return wanted === actual || (wanted === '80' && actual === '443');
}
