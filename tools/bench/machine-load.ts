import { readFileSync } from 'node:fs';

interface ProcessorTime {
  worked: number;
  /** Ticks that the hypervisor gave to other virtual machines. */
  stolen: number;
}

/** Returns ticks of all processors since the machine started, or null when the system has no /proc/stat. */
export function readProcessorTime(): ProcessorTime | null {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = readFileSync('/proc/stat', 'utf8')
      .slice('cpu '.length, 1000)
      .trim()
      .split(/\s+/)
      .map(Number);
    return { worked: user + nice + system + irq + softirq, stolen };
  } catch {
    return null;
  }
}

/** Returns the share of this machine's processor demand since then that went to other machines on the same host, in percent. */
export function stolenPercent(since: ProcessorTime | null): number | null {
  const now = readProcessorTime();
  if (!since || !now) return null;
  const [worked, stolen] = [now.worked - since.worked, now.stolen - since.stolen];
  return worked + stolen > 0 ? Math.round((100 * stolen) / (worked + stolen)) : 0;
}
