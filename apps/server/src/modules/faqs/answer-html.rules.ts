import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';

/** What an answer refers to by the address of a picture: an upload of whoever writes it, or a picture an answer has already. */
export type PictureRef = { kind: 'upload' | 'picture'; id: string };

export interface ShownPicture {
  id: string;
  width: number;
  height: number;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UPLOAD = new RegExp(`^/api/uploads\\?key=(${UUID})(?:&[a-z]+=[a-z0-9]+)*$`);
const PICTURE = new RegExp(`^/api/faqs/pictures/(${UUID})$`);
/** Where a picture of an answer is, for everybody. */
export const pictureAddress = (id: string): string => `/api/faqs/pictures/${id}`;

export const keyOf = ({ kind, id }: PictureRef): string => `${kind}:${id}`;

export function pictureRefOf(src: string): PictureRef | undefined {
  const upload = UPLOAD.exec(src)?.[1];
  if (upload) return { kind: 'upload', id: upload };
  const picture = PICTURE.exec(src)?.[1];
  return picture ? { kind: 'picture', id: picture } : undefined;
}

const EXTERNAL = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/** An address that a link may lead to: of the web, of a mailbox, or a page of this product. */
function linkOf(href: string): Attributes {
  const address = href.trim();
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return { href: address };
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return {};
  return { href: new URL(address).href, ...EXTERNAL };
}

const renamed = (tagName: string) => (): Tag => ({ tagName, attribs: {} });

/** Their content is code or drawing, and goes with them. */
const DROPPED = ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'].concat([
  'svg',
  'math',
  'template',
  'head',
  'object',
  'select',
  'button',
]);

/** Deeper than anybody writes, and shallow enough for every browser. */
const NESTING = 20;

const options = (pictureFor: (ref: PictureRef) => ShownPicture | undefined): IOptions => ({
  allowedTags: ['p', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'a', 'img'],
  allowedAttributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED,
  nestingLimit: NESTING,
  parseStyleAttributes: false,
  transformTags: {
    h1: renamed('h2'),
    b: renamed('strong'),
    i: renamed('em'),
    del: renamed('s'),
    strike: renamed('s'),
    div: renamed('p'),
    a: (tagName, { href = '' }) => ({ tagName, attribs: linkOf(href) }),
    img: (tagName, { src = '', alt = '' }): Tag => {
      const ref = pictureRefOf(src);
      const picture = ref && pictureFor(ref);
      if (!picture) return { tagName, attribs: {} };
      const { id, width, height } = picture;
      return { tagName, attribs: { src: pictureAddress(id), alt, width: String(width), height: String(height), loading: 'lazy' } };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
});

/**
 * An answer as everybody may be shown it: an allow list of tags and attributes, links that lead to pages, pictures that `pictureFor` knows. Cleaned twice:
 * links stood within links inside of a drawing that was dropped, which no parser lets them without it.
 */
export function cleanAnswer(html: string, pictureFor: (ref: PictureRef) => ShownPicture | undefined): string {
  const shown = new Map<string, ShownPicture>();
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

/** The pictures that would be shown, each once. */
export function picturesOf(html: string): PictureRef[] {
  const found = new Map<string, PictureRef>();
  cleanAnswer(html, (ref) => {
    found.set(keyOf(ref), ref);
    return { id: ref.id, width: 1, height: 1 };
  });
  return [...found.values()];
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** What a clean answer says, without its tags: to be searched, and read where no tags are. */
export const textOf = (clean: string): string =>
  clean
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
