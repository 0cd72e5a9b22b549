import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** Creates a zip with these files by name. */
export async function aZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of (zip.outputStream as NodeJS.ReadableStream).pipe(new PassThrough())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
