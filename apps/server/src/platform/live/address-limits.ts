import { createTokenBuckets } from '../limits/token-bucket.ts';

/** Kind of a link: `waiting` has joined no namespace yet, `unowned` is a screen that is no device, `person` is a signed-in session. */
export type LinkKind = 'waiting' | 'unowned' | 'person';

/**
 * Multiples of SCREENS_PER_ADDRESS (1,000 unless configured). A company with thousands of screens behind one address reconnects all of them at once after a
 * power cut, so the limits of handshakes and waiting links are high. Screens that are devices are not limited by address: an account owns only as many as its plan allows.
 */
const PER_ADDRESS = { waiting: 1, unowned: 1, person: 10 } satisfies Record<LinkKind, number>;
const IN_ALL = { waiting: 3, unowned: 20, person: 50 } satisfies Record<LinkKind, number>;
const HANDSHAKES = { burst: 8, perSecond: 0.5 };
/** Messages of all unowned screens of an address together. Each sends a report when it connects, and then one a minute. */
const UNOWNED_MESSAGES = { burst: 4, perSecond: 0.1 };
const MAX_ADDRESSES = 20_000;

/** Limits links by client address, in this process. Addresses are keys of `rateLimitKey`. */
export function createAddressLimits(screensPerAddress: number) {
  const scaled = ({ burst, perSecond }: typeof HANDSHAKES) => ({
    burst: burst * screensPerAddress,
    perSecond: perSecond * screensPerAddress,
  });
  const takeHandshake = createTokenBuckets(scaled(HANDSHAKES), MAX_ADDRESSES);
  const takeMessage = createTokenBuckets(scaled(UNOWNED_MESSAGES), MAX_ADDRESSES);
  const counts: Record<LinkKind, Map<string, number>> = { waiting: new Map(), unowned: new Map(), person: new Map() };
  const totals: Record<LinkKind, number> = { waiting: 0, unowned: 0, person: 0 };

  const isFull = (kind: LinkKind, address: string): boolean =>
    totals[kind] >= IN_ALL[kind] * screensPerAddress || (counts[kind].get(address) ?? 0) >= PER_ADDRESS[kind] * screensPerAddress;

  return {
    isFull,
    /** Returns whether the address may open another link now. Counts the attempt. */
    admits: (address: string): boolean => takeHandshake(address) && !isFull('waiting', address),
    /** Returns whether an unowned screen of this address may send another message now. Counts the message. */
    admitsMessage: (address: string): boolean => takeMessage(address),
    /** Counts a link until the returned function is called; undefined when there are too many. */
    enter(kind: LinkKind, address: string): (() => void) | undefined {
      if (isFull(kind, address)) return undefined;
      const links = counts[kind];
      links.set(address, (links.get(address) ?? 0) + 1);
      totals[kind]++;
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        totals[kind]--;
        const remaining = (links.get(address) ?? 1) - 1;
        if (remaining > 0) links.set(address, remaining);
        else links.delete(address);
      };
    },
  };
}

export type AddressLimits = ReturnType<typeof createAddressLimits>;
