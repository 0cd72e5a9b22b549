import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPdf, type PdfPage } from './pdf-files.ts';

/** A program that is called like `soffice`. */
export interface FakeSoffice {
  path: string;
  remove(): Promise<void>;
}

/** Behaviour of a conversion, as lines of a shell script. `$out` is the path of the PDF, `$pdf` a finished one, `$here` the program's folder. */
export const SOFFICE_BEHAVIOURS = {
  converts: 'cp "$pdf" "$out"',
  hangs: 'sleep 600 & sleep 600',
  fails: 'exit 77',
  writesNothing: 'exit 0',
  writesTooMuch: 'exec head -c 200000000 /dev/zero > "$out"',
  /** In a process that the program starts, as LibreOffice does. */
  needsMemory: '{ head -c 400000000 /dev/zero; sleep 600; } | tail',
  worksForever: 'while :; do :; done',
} as const;

/** Writes a small program in the place of LibreOffice, which any user may run. */
export async function createFakeSoffice(behaviour: string, pages: readonly PdfPage[] = [{}]): Promise<FakeSoffice> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-soffice-'));
  await chmod(folder, 0o755);
  const file = path.join(folder, 'soffice');
  const pdf = path.join(folder, 'made.pdf');
  await writeFile(pdf, buildPdf(pages));
  // The mode of writeFile is subject to the umask, which may exclude the sandbox's user.
  await chmod(pdf, 0o644);
  const script = `#!/bin/sh
here='${folder}'; pdf="$here/made.pdf"
[ "$1" = --version ] && { echo 'Fake office 1.0'; exit 0; }
while [ $# -gt 1 ]; do [ "$1" = --outdir ] && folder="$2"; shift; done
out="$folder/$(basename "$1").pdf"
${behaviour}
`;
  await writeFile(file, script);
  await chmod(file, 0o755);
  return { path: file, remove: () => rm(folder, { recursive: true, force: true }) };
}
