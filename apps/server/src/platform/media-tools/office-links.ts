/** Addresses that LibreOffice loads, at the start of any attribute. */
const LOADED_SCHEME =
  /^(?:https?|ftps?|sftp|file|smb|davs?|webdavs?|cmis|vnd\.[\w.+-]+|macro|slot|service|private|script|javascript|\.uno):/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Paths out of the archive. */
const OUTSIDE = /^(?:\.\.|\.\/\.\.|[/\\])/;
/** Attributes that contain identifiers in the form of addresses. */
const IDENTIFIER = /^(?:xmlns(?::.*)?|type|contenttype|uri)$/i;
const LINK = /(?:^|:)(?:href|src|source|link|base)$/i;
/** An attribute with its value. A value never contains `<`, so that a quotation mark in a text cannot hide the tag after it. */
const ATTRIBUTE = /(\s)([^\s=<>"'/]+)(\s*=\s*)("[^"<]*"|'[^'<]*')/g;
const RELATIONSHIP = /<(?:[^\s<>]+:)?Relationship\s[^<]*/g;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeReference(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** Returns the value as an XML parser does, without the characters that addresses ignore. */
const decode = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(/&(#?\w+);/g, decodeReference)
    .replace(/[\p{Cc}\u0020\u00a0]/gu, '');

function leadsOutside(name: string, value: string): boolean {
  if (IDENTIFIER.test(name)) return false;
  if (LOADED_SCHEME.test(value)) return true;
  return LINK.test(name) && ((ANY_SCHEME.test(value) && !/^data:/i.test(value)) || OUTSIDE.test(value));
}

const withoutLinks = (xml: string): string =>
  xml.replace(ATTRIBUTE, (whole, space: string, name: string, equals: string, quoted: string) =>
    leadsOutside(name, decode(quoted)) ? `${space}${name}${equals}""` : whole,
  );

const EXTERNAL = /\sTargetMode\s*=\s*("[^"<]*"|'[^'<]*')/;
const TARGET = /(\sTarget\s*=\s*)("[^"<]*"|'[^'<]*')/;

/** Relationships of Office Open XML name parts of the archive, except external ones. */
const withoutExternalTargets = (xml: string): string =>
  xml.replace(RELATIONSHIP, (element) => {
    const mode = EXTERNAL.exec(element)?.[1];
    return mode !== undefined && decode(mode).toLowerCase() !== 'internal' ? element.replace(TARGET, '$1"about:blank"') : element;
  });

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Returns true for XML in any encoding, including drawings (SVG), which can also refer to other files. */
export function isXml(content: Buffer): boolean {
  const head = content
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/\0/g, '');
  return head.trimStart().startsWith('<');
}

/**
 * Replaces addresses outside of the archive in an XML part of an office file. LibreOffice would load them: `BlockUntrustedRefererLinks` has no effect on
 * archives (LibreOffice 7.4). Returns undefined for XML that could hide addresses: other encodings than UTF-8, and entities.
 */
export function removeLinks(content: Buffer): Buffer | undefined {
  const text = (content.subarray(0, 3).equals(UTF8_BOM) ? content.subarray(3) : content).toString('utf8');
  const encoding = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
  if (text.includes('\0') || text.includes('\ufffd') || text.includes('<!ENTITY') || (encoding && !/^(?:utf-?8|us-ascii)$/i.test(encoding)))
    return undefined;
  return Buffer.from(withoutLinks(withoutExternalTargets(text)));
}
