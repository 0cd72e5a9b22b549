import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Parts of the command lines of processes that decode. */
const DECODER_PROGRAMS = ['image-process', 'video-process', 'ffmpeg', 'ffprobe'];

/** Lists the processes that work in the data folder of a product, also after it was removed. Linux only. */
export const listProcessesIn = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => readEntry(name, 'cwd').startsWith(dataDir))
    .map(Number);

/** Lists the processes of a product that decode images or videos. */
export const listDecoders = (dataDir: string): number[] =>
  listProcessesIn(dataDir).filter((pid) => DECODER_PROGRAMS.some((program) => readEntry(String(pid), 'cmdline').includes(program)));

function readEntry(pid: string, entry: 'cwd' | 'cmdline'): string {
  try {
    return entry === 'cwd' ? readlinkSync(`/proc/${pid}/cwd`) : readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}
