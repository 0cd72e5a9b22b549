import { createError, createOk, createWarning, type Finding } from './finding.ts';

export interface ClientAddressStatus {
  /** Address from which this machine sent the request. */
  sent: string;
  /** Address that the product saw. */
  seen: string;
  /** Address in the request's X-Forwarded-For header. */
  forged: string;
}

export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Limits by address work only when the product sees the address of each client. Returns nothing when it does not respond at PUBLIC_URL. */
export function checkClientAddress(status: ClientAddressStatus | undefined, publicUrl: string): Finding[] {
  const check = 'Client addresses';
  if (!status) return [];
  const { sent, seen, forged } = status;
  if (seen === forged)
    return [
      createError(
        check,
        'Clients can forge their address',
        'Have the proxy replace X-Forwarded-For instead of extending it, and set TRUST_PROXY to the proxy’s address only.',
      ),
    ];
  if (seen === sent) return [createOk(check, `Requests through ${publicUrl} keep the client’s address`)];
  const message = `A request sent through ${publicUrl} from ${sent} arrived as one from ${seen}`;
  const action = `Set TRUST_PROXY=${seen} if that is the proxy’s address.`;
  // Any other address may be that of a router between this machine and the proxy.
  if (isLoopback(seen)) return [createError(check, message, action)];
  return [createWarning(check, message, `${action} Ignore this if it is your router’s.`)];
}
