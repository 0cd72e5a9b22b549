import { feedDocument, feedSourceSettings, SOURCE_LIMITS } from '@vitrine/contract/sources';
import { AppError } from '../errors.ts';
import { decodeText, defineSourceKind, shorten, takeShare } from './source-kind.ts';

interface Entry {
  title: string;
  summary: string;
  publishedAt: number | null;
}

/** Longer texts are cut before their markup is removed. */
const MAX_MARKUP = 5000;
/** Their text would stick to the text before. */
const BLOCK_TAG = /<(?=\/?(?:p|br|div|li|ul|ol|h[1-6]|tr|td|blockquote)\b)/gi;

/** RSS, Atom and JSON Feed. */
export const feedSource = defineSourceKind({
  settings: feedSourceSettings,
  document: feedDocument,
  maxBytes: 2_000_000,
  fetch: (_settings, address) => ({
    address: address ?? '',
    accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.8, */*;q=0.5',
  }),
  parse: async ({ body, contentType }) => {
    const text = decodeText(body, contentType);
    // Feeds need no document type, which could define entities that grow exponentially.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new AppError('SOURCE_INVALID', 'This feed has a document type, which isn’t supported.');
    const { title, entries } = await readFeed(text);
    const toText = await loadTextReader();
    const known = entries.slice(0, SOURCE_LIMITS.headlines).map(
      (entry): Entry => ({
        title: shorten(toText(entry.title), SOURCE_LIMITS.headline),
        summary: shorten(toText(entry.summary), SOURCE_LIMITS.summary),
        publishedAt: parseDate(entry.date),
      }),
    );
    return { title: shorten(toText(title), SOURCE_LIMITS.headline), entries: known.filter((entry) => entry.title !== '') };
  },
  present: ({ title, entries }, _input, share) => ({ kind: 'feed', title, items: takeShare(entries, share) }),
});

interface RawEntry {
  title: string | undefined;
  summary: string | undefined;
  date: string | undefined;
}

export const loadFeedLibraries = () => Promise.all([import('feedsmith'), import('sanitize-html')]);

async function readFeed(text: string): Promise<{ title: string | undefined; entries: RawEntry[] }> {
  const [{ parseFeed }] = await loadFeedLibraries();
  const parsed = tryParse(() => parseFeed(text));
  switch (parsed.format) {
    case 'json': {
      const { title, items = [] } = parsed.feed;
      return {
        title,
        entries: items.map((item) => ({
          title: item.title ?? item.content_text,
          summary: item.summary ?? item.content_text ?? item.content_html,
          date: item.date_published,
        })),
      };
    }
    case 'atom': {
      const { title, entries = [] } = parsed.feed;
      return {
        title: textOf(title),
        entries: entries.map((entry) => ({
          title: textOf(entry.title),
          summary: textOf(entry.summary) ?? textOf(entry.content),
          date: entry.published ?? entry.updated,
        })),
      };
    }
    case 'rss': {
      const { title, items = [] } = parsed.feed;
      return {
        title: textOf(title),
        entries: items.map((item) => ({
          title: textOf(item.title) ?? textOf(item.description),
          summary: textOf(item.description),
          date: item.pubDate ?? item.dc?.dates?.[0],
        })),
      };
    }
    case 'rdf': {
      const { title, items = [] } = parsed.feed;
      return {
        title: textOf(title),
        entries: items.map((item) => ({ title: textOf(item.title), summary: textOf(item.description), date: item.dc?.dates?.[0] })),
      };
    }
  }
}

/** Texts of Atom have a type. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('value' in value)) return undefined;
  return typeof value.value === 'string' ? value.value : undefined;
};

function tryParse<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new AppError('SOURCE_INVALID', 'There is no feed at this address. Enter the address of an RSS, Atom or JSON feed.', { cause });
  }
}

/** The parser has decoded the entities of XML. The rest is HTML: its markup is removed, and its entities are decoded once. */
async function loadTextReader(): Promise<(html: string | undefined) => string> {
  const [, { default: sanitize }] = await loadFeedLibraries();
  return (html = '') => {
    const spaced = html.slice(0, MAX_MARKUP).replaceAll(BLOCK_TAG, ' <');
    return unescape(sanitize(spaced, { allowedTags: [], allowedAttributes: {} }));
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const unescape = (text: string): string => text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ESCAPES[entity] ?? entity);

/** Returns epoch milliseconds, or null for a date that can't be read. */
function parseDate(text: string | undefined): number | null {
  const instant = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}
