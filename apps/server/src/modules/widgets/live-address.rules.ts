import { LIVE_ADDRESS_MESSAGES, parseLiveAddress } from '@vitrine/contract/live-address';

interface Origins {
  publicUrl: string;
  /** Address at which screens are opened. */
  screenUrl: string;
}

/** Returns why screens of this installation can't play a live stream, or null when they can try. The stream is not requested. */
export function findLiveAddressProblem(address: string, { publicUrl, screenUrl }: Origins): string | null {
  const source = parseLiveAddress(address);
  if ('error' in source) return source.error;
  if (source.provider === 'youtube') return null;
  const { host, protocol } = new URL(source.url);
  if ([publicUrl, screenUrl].some((own) => new URL(own).host === host)) return LIVE_ADDRESS_MESSAGES.own;
  return protocol === 'http:' && screenUrl.startsWith('https:') ? LIVE_ADDRESS_MESSAGES.insecure : null;
}
