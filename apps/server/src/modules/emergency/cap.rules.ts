import { CAP_SEVERITIES, type CapFilter, EMERGENCY_LIMITS } from '@vitrine/contract';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';

/** Alert of the Common Alerting Protocol 1.2, as far as it decides which messages are shown. */
export interface CapAlert {
  sender: string;
  identifier: string;
  /** Exercises raise drills. Tests and drafts raise nothing. */
  status: 'Actual' | 'Exercise' | 'other';
  type: 'Alert' | 'Update' | 'Cancel' | 'other';
  /** Earlier alerts that an update or a cancellation names. */
  references: { sender: string; identifier: string }[];
  infos: CapInfo[];
}

interface CapInfo {
  event: string;
  severity: (typeof CAP_SEVERITIES)[number];
  /** Epoch milliseconds; null when the alert has no end. */
  expires: number | null;
  areas: { description: string; codes: string[] }[];
}

const MAX_ID = 300;
const MAX_ITEMS = 100;
const MINUTE_MS = 60_000;

const texts = (max: number) => z.string().trim().min(1).max(max);
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(MAX_ITEMS),
  );

const capArea = z.object({
  areaDesc: z.string().max(5000).default(''),
  geocode: listOf(z.object({ value: z.string().max(MAX_ID).default('') })),
});
const capInfo = z.object({
  event: z.string().max(1000).default(''),
  severity: z.enum(CAP_SEVERITIES).catch('Unknown'),
  expires: z.string().max(64).optional(),
  area: listOf(capArea),
});
const capAlert = z.object({
  // Neither contains spaces, commas or markup, because references are lists of both.
  identifier: texts(MAX_ID).regex(/^[^\s,<&]+$/),
  sender: texts(MAX_ID).regex(/^[^\s,<&]+$/),
  status: z.string().max(64),
  msgType: z.string().max(64),
  references: z.string().max(50_000).default(''),
  info: listOf(capInfo),
});

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 20,
});

/** Parses a CAP alert. CAP_INVALID. */
export function parseCapAlert(xml: string): CapAlert {
  // CAP has no document type, which could define entities that grow exponentially.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new AppError('CAP_INVALID', 'This alert has a document type, which isn’t supported.');
  const parsed = capAlert.safeParse(readRoot(xml));
  if (!parsed.success) throw new AppError('CAP_INVALID');
  const { sender, identifier, status, msgType, references, info } = parsed.data;
  return {
    sender,
    identifier,
    status: status === 'Actual' || status === 'Exercise' ? status : 'other',
    type: msgType === 'Alert' || msgType === 'Update' || msgType === 'Cancel' ? msgType : 'other',
    references: parseReferences(references),
    infos: info.map(({ event, severity, expires, area }) => ({
      event,
      severity,
      expires: parseTime(expires),
      areas: area.map(({ areaDesc, geocode }) => ({ description: areaDesc, codes: geocode.map(({ value }) => value.trim()) })),
    })),
  };
}

function readRoot(xml: string): unknown {
  try {
    return (parser.parse(xml, true) as { alert?: unknown }).alert;
  } catch {
    throw new AppError('CAP_INVALID');
  }
}

const parseReferences = (references: string): CapAlert['references'] =>
  references
    .split(/\s+/)
    .slice(0, MAX_ITEMS)
    .flatMap((reference) => {
      const [sender = '', identifier = ''] = reference.split(',');
      const isValid = sender !== '' && identifier !== '' && sender.length <= MAX_ID && identifier.length <= MAX_ID;
      return isValid ? [{ sender, identifier }] : [];
    });

function parseTime(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return Number.isFinite(time) ? time : null;
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const isMatch = ({ event, severity, areas }: CapInfo, filter: CapFilter): boolean =>
  (filter.severities.length === 0 || filter.severities.includes(severity)) &&
  (filter.events.length === 0 || filter.events.some((rule) => contains(event, rule))) &&
  (filter.areas.length === 0 ||
    filter.areas.some((rule) => areas.some(({ description, codes }) => contains(description, rule) || codes.includes(rule))));

/**
 * Returns for how many minutes an alert shows a message with this filter: until it expires, at most 24 hours. Without an end it is the message's own duration
 * (`undefined`). Returns null when the alert does not match, or has expired.
 */
export function matchCapAlert({ infos }: CapAlert, filter: CapFilter, now: number): { minutes: number | undefined } | null {
  const matches = infos.filter((info) => isMatch(info, filter) && (info.expires === null || info.expires > now));
  if (matches.length === 0) return null;
  const ends = matches.flatMap(({ expires }) => expires ?? []);
  if (ends.length === 0) return { minutes: undefined };
  return { minutes: Math.min(EMERGENCY_LIMITS.minutesMax, Math.max(1, Math.ceil((Math.max(...ends) - now) / MINUTE_MS))) };
}
