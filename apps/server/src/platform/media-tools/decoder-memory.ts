import os from 'node:os';

/** Share of the machine's memory that one decoder may use. Several decoders run at a time, next to the server and its database. */
const SHARE = 1 / 4;
const MIN_BYTES = 400e6;

/** Returns the memory of this machine in bytes, or the limit of the container that this process runs in. */
function machineMemoryBytes(): number {
  const limit = process.constrainedMemory();
  const total = os.totalmem();
  return limit > 0 && limit < total ? limit : total;
}

/** Returns how much memory one decoder may use, in bytes: `wanted`, or less on a small machine. */
export const decoderMemoryBytes = (wanted: number, machineBytes = machineMemoryBytes()): number =>
  Math.min(wanted, Math.max(MIN_BYTES, machineBytes * SHARE));
