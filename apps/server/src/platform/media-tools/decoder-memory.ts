import os from 'node:os';

/** Several decoders work at a time, next to the server and its database: one may take this share of the machine's memory. */
const SHARE = 1 / 4;
const LEAST_BYTES = 400e6;

/** Returns the memory of this machine in bytes, or the limit of the container that this process runs in. */
function machineMemoryBytes(): number {
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  return limit > 0 && limit < total ? limit : total;
}

/** Returns how much memory one decoder may use, in bytes: `wanted`, or less on a small machine. */
export const decoderMemoryBytes = (wanted: number, machineBytes = machineMemoryBytes()): number =>
  Math.min(wanted, Math.max(LEAST_BYTES, machineBytes * SHARE));
