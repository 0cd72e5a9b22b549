import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { OFFICE_EXTENSIONS, OFFICE_MESSAGES, UNSUPPORTED_UPLOAD } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aTextBox, buildCompoundFile, buildDocx, buildOdp, buildOpenDocument, buildOpenXml } from '../../testing/office-files.ts';
import { aZip } from '../../testing/zip-file.ts';
import { sniff } from './sniff.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-office-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function sniffBytes(bytes: Buffer) {
  const file = path.join(folder, 'file');
  await writeFile(file, bytes);
  return sniff(file);
}

describe('an office file', () => {
  it.each(Object.entries(OFFICE_EXTENSIONS))('with the type %s is a document with the extension %s', async (mimetype, extension) => {
    const bytes = await (mimetype.includes('oasis')
      ? buildOpenDocument(extension as 'odp', '<office:text/>')
      : buildOpenXml(`${mimetype}.main+xml`));
    expect(await sniffBytes(bytes)).toEqual({ kind: 'document', format: 'office', mimetype, extension });
  });

  /** Overwrites the declared size in the directory of an archive. */
  const declare = (bytes: Buffer, sizeBytes: number) => {
    bytes.writeUInt32LE(sizeBytes, bytes.lastIndexOf('PK\x01\x02', -1, 'latin1') + 24);
    return bytes;
  };

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['with a macro type', () => buildOpenXml('application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml'), OFFICE_MESSAGES.macros],
    ['with a macro project', () => buildDocx('Soup', { 'word/vbaProject.bin': 'x' }), OFFICE_MESSAGES.macros],
    ['that is encrypted', () => buildCompoundFile(['Root Entry', 'EncryptionInfo', 'EncryptedPackage']), OFFICE_MESSAGES.password],
    [
      'in OpenDocument that is encrypted',
      () => buildOpenDocument('odt', '', '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'),
      OFFICE_MESSAGES.password,
    ],
    ['of an old version', () => buildCompoundFile(['Root Entry', 'PowerPoint Document']), OFFICE_MESSAGES.oldFormat],
    ['that declares a huge size', async () => declare(await buildDocx(), 3_000_000_000), OFFICE_MESSAGES.tooLarge],
    ['that is another archive', () => aZip({ 'holiday/a.jpg': 'x' }), OFFICE_MESSAGES.zip],
    [
      'of a template',
      () => buildOpenXml('application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml'),
      UNSUPPORTED_UPLOAD,
    ],
    ['that is truncated', async () => (await buildOdp([aTextBox('Soup')])).subarray(0, -10), UNSUPPORTED_UPLOAD],
    ['with a directory beyond the end', async () => (await buildDocx()).subarray(200), UNSUPPORTED_UPLOAD],
    ['that is another compound file', () => buildCompoundFile(['Root Entry', 'Thumbs']), UNSUPPORTED_UPLOAD],
  ])('%s is refused with the reason', async (_name, build, message) => {
    await expect(sniffBytes(await build())).rejects.toMatchObject({ code: 'FILE_UNSUPPORTED', message });
  });
});
