import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';

/** Picture that an answer refers to: an upload of its author, or an existing picture of an answer. */
export type PictureReference = { kind: 'upload' | 'picture'; id: string };

export interface EmbeddedPicture {
  id: string;
  width: number;
  height: number;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UPLOAD = new RegExp(`^/api/uploads\\?key=(${UUID})(?:&[a-z]+=[a-z0-9]+)*$`);
const PICTURE = new RegExp(`^/api/faqs/pictures/(${UUID})$`);
/** Public address of a picture of an answer. */
export const getPictureUrl = (id: string): string => `/api/faqs/pictures/${id}`;

export const getReferenceKey = ({ kind, id }: PictureReference): string => `${kind}:${id}`;

export function parsePictureReference(src: string): PictureReference | undefined {
  const upload = UPLOAD.exec(src)?.[1];
  if (upload) return { kind: 'upload', id: upload };
  const picture = PICTURE.exec(src)?.[1];
  return picture ? { kind: 'picture', id: picture } : undefined;
}

const EXTERNAL = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/** Returns the attributes of a link when it leads to a web page, an email address or a page of this product. */
function sanitizeLink(href: string): Attributes {
  const address = href.trim();
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return { href: address };
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return {};
  return { href: new URL(address).href, ...EXTERNAL };
}

const renameTag = (tagName: string) => (): Tag => ({ tagName, attribs: {} });

/** Elements that are removed with their content, which is code or a drawing. */
const REMOVED_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
].concat(['svg', 'math', 'template', 'head', 'object', 'select', 'button']);

/** Maximum nesting depth: deeper than any real answer, and supported by every browser. */
const MAX_NESTING = 20;

const options = (pictureFor: (ref: PictureReference) => EmbeddedPicture | undefined): IOptions => ({
  allowedTags: ['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'a', 'img'],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: REMOVED_TAGS,
  nestingLimit: MAX_NESTING,
  parseStyleAttributes: false,
  transformTags: {
    h1: renameTag('h2'),
    b: renameTag('strong'),
    i: renameTag('em'),
    del: renameTag('s'),
    strike: renameTag('s'),
    div: renameTag('p'),
    a: (tagName, { href = '' }) => ({ tagName, attribs: sanitizeLink(href) }),
    img: (tagName, { src = '', alt = '' }): Tag => {
      const ref = parsePictureReference(src);
      const picture = ref && pictureFor(ref);
      if (!picture) return { tagName, attribs: {} };
      const { id, width, height } = picture;
      return { tagName, attribs: { src: getPictureUrl(id), alt, width: String(width), height: String(height), loading: 'lazy' } };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
});

/**
 * Sanitizes an answer: an allow list of tags and attributes, links to pages, and pictures that `pictureFor` returns. The result is sanitized again, because removing a drawing
 * can leave invalid nested links.
 */
export function sanitizeAnswer(html: string, pictureFor: (ref: PictureReference) => EmbeddedPicture | undefined): string {
  const shown = new Map<string, EmbeddedPicture>();
  const once = sanitizeHtml(
    html,
    options((ref) => {
      const picture = pictureFor(ref);
      if (picture) shown.set(picture.id, picture);
      return picture;
    }),
  );
  return sanitizeHtml(
    once,
    options(({ id }) => shown.get(id)),
  ).trim();
}

/** Lists the distinct pictures that the answer refers to. */
export function listPictureReferences(html: string): PictureReference[] {
  const found = new Map<string, PictureReference>();
  sanitizeAnswer(html, (ref) => {
    found.set(getReferenceKey(ref), ref);
    return { id: ref.id, width: 1, height: 1 };
  });
  return [...found.values()];
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns the text of a sanitized answer without tags, for the search. */
export const extractText = (clean: string): string =>
  clean
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
