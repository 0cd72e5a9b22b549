import { EMERGENCY_LIMITS } from '@vitrine/contract';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { type CapAlert, capAlert, parseCapAlert, refuseDocumentType } from './cap-document.ts';
import { decodeText } from './source-kind.ts';
import { parseTrustedKeys } from './trusted-keys.ts';

const MAX_ADDRESS = 2000;

export const readCapArgs = z.object({
  /** Base64. */
  body: z.string(),
  contentType: z.string(),
  /** Address from which it was fetched; undefined for a document that was posted. */
  address: z.string().optional(),
  /** Certificates and keys as PEM. Null when signatures are not required. */
  trustedKeys: z.string().nullable(),
  now: z.number(),
});

/** An alert, or a feed with the addresses of alerts. */
export const capContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alert'), alert: capAlert }),
  z.object({
    kind: z.literal('feed'),
    entries: z.array(z.object({ address: z.string().max(MAX_ADDRESS), updated: z.string() })).max(EMERGENCY_LIMITS.feedEntries),
  }),
]);
export type CapContent = z.infer<typeof capContent>;

const NO_FEED = 'There is neither a feed of CAP alerts nor a CAP alert at this address. Check the address.';

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 40,
});

/** Reads an alert, or a feed of alerts. CAP_INVALID, CAP_SIGNATURE_INVALID. */
export async function readCap({ body, contentType, address, trustedKeys, now }: z.infer<typeof readCapArgs>): Promise<CapContent> {
  const xml = decodeText(Buffer.from(body, 'base64'), contentType);
  refuseDocumentType(xml);
  if (address !== undefined && !hasAlertRoot(xml)) return { kind: 'feed', entries: readEntries(xml, address) };
  if (Buffer.byteLength(xml) > EMERGENCY_LIMITS.capBytes) throw new AppError('CAP_INVALID', 'This alert is too large.');
  return { kind: 'alert', alert: await readAlert(xml, trustedKeys, now) };
}

async function readAlert(xml: string, trustedKeys: string | null, now: number): Promise<CapAlert> {
  // Refuses deep nesting and incomplete documents before the slower library reads them.
  const unverified = parseCapAlert(xml);
  if (trustedKeys === null) return unverified;
  const { readSignedXml } = await loadSignatureLibraries();
  return parseCapAlert(readSignedXml(xml, parseTrustedKeys(trustedKeys), now));
}

export const loadSignatureLibraries = () => import('./cap-signature.ts');

/** Returns true when the first element is the one of an alert. */
function hasAlertRoot(xml: string): boolean {
  const start = xml.slice(0, ROOT_WITHIN).replaceAll(/<!--[\s\S]*?-->/g, '');
  return /<([A-Za-z_][\w.:-]*)/.exec(start)?.[1]?.split(':').at(-1) === 'alert';
}
const ROOT_WITHIN = 10_000;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' && value !== null && '#text' in value ? String(value['#text']) : '';
const childOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Lists the entries of an Atom or RSS feed that link to something, the first ones of the feed when there are too many. */
function readEntries(xml: string, base: string): { address: string; updated: string }[] {
  const document = parse(xml);
  const feed = childOf(document, 'feed');
  const channel = childOf(childOf(document, 'rss'), 'channel');
  if (feed === undefined && channel === undefined) throw new AppError('CAP_INVALID', NO_FEED);
  const entries = feed === undefined ? listOf(childOf(channel, 'item')) : listOf(childOf(feed, 'entry'));
  return entries
    .flatMap((entry) => {
      const address = resolveAddress(feed === undefined ? textOf(childOf(entry, 'link')) : chooseLink(entry), base);
      const updated = textOf(childOf(entry, 'updated')) || textOf(childOf(entry, 'pubDate')) || textOf(childOf(entry, 'published'));
      return address === null ? [] : [{ address, updated: updated.slice(0, 64) }];
    })
    .slice(0, EMERGENCY_LIMITS.feedEntries);
}

function parse(xml: string): unknown {
  try {
    return parser.parse(xml, true);
  } catch {
    throw new AppError('CAP_INVALID', NO_FEED);
  }
}

/** Returns the link of an Atom entry to the alert: the one with the type of CAP, otherwise the one without a relation, or the alternate one. */
function chooseLink(entry: unknown): string {
  const links = listOf(childOf(entry, 'link'));
  const isCap = (link: unknown) => textOf(childOf(link, '@type')).includes('cap+xml');
  const isMain = (link: unknown) => ['', 'alternate'].includes(textOf(childOf(link, '@rel')));
  return textOf(childOf(links.find(isCap) ?? links.find(isMain), '@href'));
}

/** Returns the complete address of a link; null for one that is not a web address. Alerts of a secure feed are requested securely. */
function resolveAddress(link: string, base: string): string | null {
  const text = link.trim();
  if (text === '' || text.length > MAX_ADDRESS || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  if (url.protocol === 'http:' && base.startsWith('https:')) url.protocol = 'https:';
  return ['http:', 'https:'].includes(url.protocol) && url.href.length <= MAX_ADDRESS ? url.href : null;
}
