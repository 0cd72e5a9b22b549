import { createError, createOk, type Finding } from './finding.ts';

export interface ClientAddressStatus {
  /** Address from which this machine sent the request. */
  sent: string;
  /** Address that the product saw. */
  seen: string;
  /** Address in the request's X-Forwarded-For header. */
  forged: string;
}

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
  return [
    createError(
      check,
      `A request sent through ${publicUrl} from ${sent} arrived as one from ${seen}`,
      `If ${seen} is the proxy, set TRUST_PROXY=${seen}. If it is the address of your network on the internet, ignore this.`,
    ),
  ];
}
