import { CAP_SEVERITIES } from '@vitrine/contract';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { isStorable } from '../storable-text.ts';

const MAX_ID = 300;
const MAX_ITEMS = 100;

/** Identifies a CAP alert. */
export const capReference = z.object({
  sender: z.string(),
  identifier: z.string(),
  /** Epoch milliseconds; null in a reference without a valid time. */
  sent: z.number().nullable(),
});
export type CapReference = z.infer<typeof capReference>;

/** Alert of the Common Alerting Protocol 1.2, as far as it decides which messages are shown. */
export const capAlert = z.object({
  sender: z.string(),
  identifier: z.string(),
  /** Epoch milliseconds. */
  sent: z.number(),
  /** Drafts and system messages are `other`. */
  status: z.enum(['Actual', 'Exercise', 'Test', 'other']),
  type: z.enum(['Alert', 'Update', 'Cancel', 'other']),
  /** Earlier alerts that an update or a cancellation names. */
  references: z.array(capReference),
  infos: z.array(
    z.object({
      event: z.string(),
      severity: z.enum(CAP_SEVERITIES),
      /** Epoch milliseconds; null when the alert has no end. */
      expires: z.number().nullable(),
      areas: z.array(z.object({ description: z.string(), codes: z.array(z.string()) })),
    }),
  ),
});
export type CapAlert = z.infer<typeof capAlert>;

const texts = (max: number) => z.string().trim().min(1).max(max);
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(MAX_ITEMS),
  );
// Neither contains spaces, commas or markup, because references are lists of both.
const name = texts(MAX_ID).regex(/^[^\s,<&]+$/);

const areaElement = z.object({
  areaDesc: z.string().max(5000).default(''),
  geocode: listOf(z.object({ value: z.string().max(MAX_ID).default('') })),
});
const infoElement = z.object({
  event: z.string().max(1000).default(''),
  severity: z.enum(CAP_SEVERITIES).catch('Unknown'),
  expires: z.string().max(64).optional(),
  area: listOf(areaElement),
});
const alertElement = z.object({
  identifier: name,
  sender: name,
  sent: texts(64),
  status: z.string().max(64),
  msgType: z.string().max(64),
  references: z.string().max(50_000).default(''),
  info: listOf(infoElement),
});

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 20,
});

/** Throws CAP_INVALID for a document type, which CAP does not have. It could define entities that grow exponentially. */
export function refuseDocumentType(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new AppError('CAP_INVALID', 'This alert has a document type, which isn’t supported.');
}

/** Parses a CAP alert. CAP_INVALID. */
export function parseCapAlert(xml: string): CapAlert {
  refuseDocumentType(xml);
  // XML has no NUL, and the database stores none.
  if (!isStorable(xml)) throw new AppError('CAP_INVALID');
  const parsed = alertElement.safeParse(readRoot(xml));
  if (!parsed.success) throw new AppError('CAP_INVALID');
  const { sender, identifier, status, msgType, references, info } = parsed.data;
  const sent = parseTime(parsed.data.sent);
  if (sent === null) throw new AppError('CAP_INVALID', 'This alert doesn’t say when it was sent.');
  return {
    sender,
    identifier,
    sent,
    status: status === 'Actual' || status === 'Exercise' || status === 'Test' ? status : 'other',
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

const parseReferences = (references: string): CapReference[] =>
  references
    .split(/\s+/)
    .slice(0, MAX_ITEMS)
    .flatMap((reference) => {
      const [sender = '', identifier = '', sent] = reference.split(',');
      const isValid = sender !== '' && identifier !== '' && sender.length <= MAX_ID && identifier.length <= MAX_ID;
      return isValid ? [{ sender, identifier, sent: parseTime(sent) }] : [];
    });

/** Returns epoch milliseconds; null for a missing time, or one outside of the years 1900 to 9999, which the database stores. */
function parseTime(text: string | undefined): number | null {
  const time = Date.parse(text ?? '');
  return time > MIN_TIME_MS && time < MAX_TIME_MS ? time : null;
}
const MIN_TIME_MS = Date.parse('1900-01-01T00:00:00Z');
const MAX_TIME_MS = Date.parse('9999-01-01T00:00:00Z');
