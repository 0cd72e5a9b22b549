import { type CapFilter, EMERGENCY_LIMITS } from '@vitrine/contract';
import type { CapAlert } from '../../platform/sources/cap-document.ts';

const MINUTE_MS = 60_000;
/** Age above which an alert without an end is out of date. */
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;

type CapInfo = CapAlert['infos'][number];

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const isMatch = ({ event, severity, areas }: CapInfo, filter: CapFilter): boolean =>
  (filter.severities.length === 0 || filter.severities.includes(severity)) &&
  (filter.events.length === 0 || filter.events.some((rule) => contains(event, rule))) &&
  (filter.areas.length === 0 ||
    filter.areas.some((rule) => areas.some(({ description, codes }) => contains(description, rule) || codes.includes(rule))));

/**
 * Returns for how many minutes an alert shows a message with this filter: until it expires, at most 24 hours; `undefined` for an alert without an end, which uses
 * the duration of the message. Returns null when the alert does not match, has expired, or was sent more than a day ago without an end.
 */
export function matchCapAlert({ infos, sent }: CapAlert, filter: CapFilter, now: number): { minutes: number | undefined } | null {
  const isCurrent = ({ expires }: CapInfo) => (expires === null ? sent > now - MAX_AGE_MS : expires > now);
  const matches = infos.filter((info) => isMatch(info, filter) && isCurrent(info));
  if (matches.length === 0) return null;
  const ends = matches.flatMap(({ expires }) => expires ?? []);
  if (ends.length === 0) return { minutes: undefined };
  return { minutes: Math.min(EMERGENCY_LIMITS.minutesMax, Math.max(1, Math.ceil((Math.max(...ends) - now) / MINUTE_MS))) };
}

/** Statuses of alerts that raise drills. */
export type DrillStatuses = readonly CapAlert['status'][];

/** Returns whether an alert is shown as a real one or as a drill; null when it is ignored. */
export const getCapMode = ({ status }: Pick<CapAlert, 'status'>, drills: DrillStatuses): 'real' | 'drill' | null =>
  status === 'Actual' ? 'real' : drills.includes(status) ? 'drill' : null;
