import { ATTENTION_DAYS, type AttentionKind } from '@vitrine/contract/overview';

/** A page of the console and what it is narrowed to. */
export interface ConsoleLink {
  to: string;
  search: Record<string, string>;
}

const DAY_MS = 86_400_000;

/** The list of what needs attention, narrowed to it; `today` is the last day of the overview. */
export function getAttentionLink(kind: AttentionKind, today: string): ConsoleLink {
  const from = new Date(Date.parse(today) - ATTENTION_DAYS * DAY_MS).toISOString().slice(0, 10);
  const links: Record<AttentionKind, ConsoleLink> = {
    workersGone: { to: '/admin/system', search: {} },
    diskLow: { to: '/admin/system', search: {} },
    mailFailed: { to: '/admin/system', search: {} },
    mailNotSent: { to: '/admin/system', search: {} },
    jobsFailed: { to: '/admin/system', search: { jobs: 'failed' } },
    videosFailed: { to: '/admin/videoQueue', search: { videos: 'stack', outcome: 'failed' } },
    screensGone: { to: '/admin/devices', search: { filter: 'offline' } },
    paymentsFailed: { to: '/admin/payment', search: { event: 'paymentfailed', from } },
    messagesWaiting: { to: '/admin/messages', search: {} },
  };
  return links[kind];
}
