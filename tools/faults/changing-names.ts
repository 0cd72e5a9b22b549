/**
 * Loaded into an attacked server by NODE_OPTIONS. Simulates a name server of an attacker, because the tests may use no other one: a name that ends with
 * `CHANGING_DOMAIN` leads to this machine at the first lookup of a process, and to an address inside the network from then on.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { CHANGING_DOMAIN } from './changing-domain.ts';

const [FIRST_ADDRESS, INSIDE_ADDRESS] = ['127.0.0.1', '127.0.0.2'];
const resolved = new Set<string>();
const { lookup } = dns.promises;

async function lookUp(hostname: string, options: object): Promise<unknown> {
  if (!hostname.endsWith(CHANGING_DOMAIN)) return lookup(hostname, options);
  const address = resolved.has(hostname) ? INSIDE_ADDRESS : FIRST_ADDRESS;
  resolved.add(hostname);
  return [{ address, family: 4 }];
}

Object.assign(dns.promises, { lookup: lookUp });
syncBuiltinESMExports();
