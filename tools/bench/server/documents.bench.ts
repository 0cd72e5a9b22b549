/** Measures the pages of a PDF in the child process that draws them: time for 20 pages with text and pictures, and its memory. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createMediaTools } from '../../../apps/server/src/platform/media-tools/media-tools.ts';
import { buildPdf } from '../../../apps/server/src/testing/pdf-files.ts';
import { createPhonePhoto } from '../../../e2e/phone-photos.ts';
import { createLimitResult } from '../figures.ts';

const PAGES = 20;
const LINES = 26;
const LIMIT_MS = 8000;
const MEMORY_LIMIT_MB = 400;

export async function run() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-documents-'));
  const tools = createMediaTools({ ffmpegPath: undefined, log: pino({ level: 'silent' }), workDir: folder });
  try {
    const source = path.join(folder, 'source.pdf');
    await writeFile(source, await createDocument());
    const before = await listChildren();
    const startedAt = performance.now();
    const session = await tools.documents.open(new AbortController().signal);
    const child = (await listChildren()).find((pid) => !before.includes(pid));
    const { pageCount } = await session.inspect(source);
    const pages = Array.from({ length: pageCount }, (_, index) => index + 1).values();
    const draw = async () => {
      for (const page of pages) {
        const target = path.join(folder, `page-${page}`);
        await mkdir(target);
        await session.draw(page, target);
      }
    };
    // As the job of documents does.
    await Promise.all([draw(), draw()]);
    const durationMs = performance.now() - startedAt;
    const memoryMb = child === undefined ? Number.NaN : await readPeakMemoryMb(child);
    session.close();
    return [
      createLimitResult(`${PAGES} pages of text and pictures: screen copies of 4K and HD copies`, durationMs, LIMIT_MS, 'ms'),
      createLimitResult('peak memory of the child process', memoryMb, MEMORY_LIMIT_MB, 'MB'),
    ];
  } finally {
    await tools.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function createDocument(): Promise<Buffer> {
  const lines = Array.from({ length: LINES }, (_, index) => `${index + 1}. Soup of the day with bread, 4.50`);
  const bytes = await Promise.all(Array.from({ length: 4 }, (_, at) => createPhonePhoto(at)));
  return buildPdf(
    Array.from({ length: PAGES }, (_, index) => ({
      lines: [`Page ${index + 1}`, ...lines],
      jpeg: { bytes: bytes[index % bytes.length] ?? Buffer.alloc(0), width: 4000, height: 3000 },
    })),
  );
}

/** Lists the ids of the child processes of this process. */
async function listChildren(): Promise<number[]> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Reads the largest resident memory that a process had, in MB. */
async function readPeakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6;
}
