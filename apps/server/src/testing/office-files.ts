/** Builds small office files for tests. */
import { OFFICE_EXTENSIONS } from '@vitrine/contract';
import { aZip } from './zip-file.ts';

type OfficeExtension = 'pptx' | 'ppsx' | 'docx' | 'xlsx' | 'odp' | 'odt' | 'ods';

const getMimetype = (extension: OfficeExtension): string =>
  Object.entries(OFFICE_EXTENSIONS).find(([, name]) => name === extension)?.[0] as string;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Builds the container of an Office Open XML file whose main part has this content type. */
export const buildOpenXml = (mainType: string, parts: Record<string, string | Buffer> = {}): Promise<Buffer> =>
  aZip({
    '[Content_Types].xml': `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ...parts,
  });

/** Builds a text of one paragraph that programs can open. */
export const buildDocx = (text = 'Soup of the day', parts: Record<string, string | Buffer> = {}): Promise<Buffer> =>
  buildOpenXml(`${getMimetype('docx')}.main+xml`, {
    'word/document.xml': `${XML}<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ...parts,
  });

const ODF_NAMESPACES = ['office', 'text', 'table', 'drawing', 'presentation', 'style', 'manifest']
  .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  )
  .join(' ');

/** Builds an OpenDocument file with this content of `office:body`. `manifest` replaces its list of parts. */
export const buildOpenDocument = (extension: OfficeExtension, body: string, manifest?: string): Promise<Buffer> => {
  const mimetype = getMimetype(extension);
  const listed = `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>`;
  return aZip({
    mimetype,
    'content.xml': `${XML}<office:document-content ${ODF_NAMESPACES} office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
    'META-INF/manifest.xml': `${XML}<manifest:manifest ${ODF_NAMESPACES} manifest:version="1.2">${manifest ?? listed}</manifest:manifest>`,
  });
};

const toSlide = (content: string, index: number) => `<draw:page draw:name="Slide ${index + 1}">${content}</draw:page>`;

/** Builds a presentation with a slide for each content in the language of OpenDocument. */
export const buildOdp = (slides: readonly string[]): Promise<Buffer> =>
  buildOpenDocument('odp', `<office:presentation>${slides.map(toSlide).join('')}</office:presentation>`);

/** A text box of a slide. */
export const aTextBox = (text: string): string =>
  `<draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;

/** Builds the directory of a compound file, which has the names of its streams. */
export function buildCompoundFile(streams: readonly string[]): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(0, 48);
  streams.forEach((name, at) => file.write(name, 512 + at * 128, 'utf16le'));
  return file;
}
