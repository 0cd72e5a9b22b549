/** Builds PDF files for tests: ISO 32000-1, without compression. */
import { createHash } from 'node:crypto';

export interface PdfPage {
  /** Points of 1/72 inch; A4 by default. */
  width?: number;
  height?: number;
  /** Clockwise degrees by which viewers rotate the page. */
  rotate?: number;
  /** Lines of text. */
  lines?: readonly string[];
  /** Background as red, green and blue, 0 to 1. */
  colour?: readonly [number, number, number];
  /** A JPEG that covers the lower half of the page. */
  jpeg?: { bytes: Buffer; width: number; height: number };
}

export interface PdfOptions {
  /** Password that is needed to open the file. */
  userPassword?: string;
  /** Password that is only needed to change the file. */
  ownerPassword?: string;
}

type PdfObject = string | { dictionary: string; stream: Buffer };

/** Builds a PDF with the given pages. */
export function buildPdf(pages: readonly PdfPage[], options: PdfOptions = {}): Buffer {
  const objects: PdfObject[] = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const kids: string[] = [];
  for (const page of pages) {
    const { width = 595, height = 842, rotate = 0, jpeg } = page;
    const number = objects.length + 1;
    const image = jpeg ? `/XObject << /Im ${number + 2} 0 R >>` : '';
    const resources = `<< /Font << /F 3 0 R >> ${image} >>`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${number + 1} 0 R /Resources ${resources} >>`,
      { dictionary: '', stream: Buffer.from(drawPage(page, width, height), 'latin1') },
    );
    if (jpeg) objects.push(toImageObject(jpeg));
    kids.push(`${number} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  return writePdf(objects, options);
}

const toImageObject = ({ bytes, width, height }: NonNullable<PdfPage['jpeg']>): PdfObject => ({
  dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
  stream: bytes,
});

function drawPage({ lines = [], colour, jpeg }: PdfPage, width: number, height: number): string {
  const background = colour ? `${colour.join(' ')} rg 0 0 ${width} ${height} re f 0 g\n` : '';
  const image = jpeg ? `q ${width} 0 0 ${height / 2} 0 0 cm /Im Do Q\n` : '';
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  return `${background}${image}BT /F 12 Tf 14 TL 40 ${height - 50} Td\n${text}\nET`;
}

/** Writes objects, numbered from 1, with a cross-reference table. Object 1 is the catalog. */
export function writePdf(objects: readonly PdfObject[], { userPassword, ownerPassword }: PdfOptions = {}): Buffer {
  const isEncrypted = userPassword !== undefined || ownerPassword !== undefined;
  const encryption = isEncrypted ? createEncryption(userPassword ?? '', ownerPassword ?? userPassword ?? '') : undefined;
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const addObject = (number: number, object: PdfObject) => {
    offsets.push(length);
    add(Buffer.from(`${number} 0 obj\n`));
    if (typeof object === 'string') add(Buffer.from(object, 'latin1'));
    else {
      const stream = encryption ? encryption.encrypt(number, object.stream) : object.stream;
      add(Buffer.from(`<< ${object.dictionary} /Length ${stream.length} >>\nstream\n`));
      add(stream);
      add(Buffer.from('\nendstream'));
    }
    add(Buffer.from('\nendobj\n'));
  };
  objects.forEach((object, index) => addObject(index + 1, object));
  const total = objects.length + (encryption ? 1 : 0);
  if (encryption) addObject(total, encryption.dictionary);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = encryption ? `/Encrypt ${total} 0 R /ID [<${encryption.id}> <${encryption.id}>]` : '';
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${total + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${total + 1} /Root 1 0 R ${encrypt} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const pad = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);

/** Standard security handler of revision 2, with a key of 40 bits. */
function createEncryption(userPassword: string, ownerPassword: string) {
  const id = 'a'.repeat(32);
  const permissions = -44;
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions);
  const owner = applyRc4(md5(pad(ownerPassword)).subarray(0, 5), pad(userPassword));
  const key = md5(pad(userPassword), owner, bits, Buffer.from(id, 'hex')).subarray(0, 5);
  const user = applyRc4(key, PADDING);
  return {
    id,
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P ${permissions} >>`,
    encrypt(number: number, bytes: Buffer): Buffer {
      const salt = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]);
      return applyRc4(md5(key, salt).subarray(0, 10), bytes);
    },
  };
}

/** RC4, which the OpenSSL of Node no longer contains. */
function applyRc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, two: number) => {
    const kept = at(one);
    state[one & 255] = at(two);
    state[two & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255;
      j = (j + at(i)) & 255;
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}
