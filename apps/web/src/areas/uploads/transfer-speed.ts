/** How much a new measurement weighs: the rate follows a change within a few seconds and does not flicker. */
const WEIGHT = 0.25;
const SAMPLE_MS = 400;

/** Bytes per second from a rising count, smoothed. */
export function createSpeedometer(now: () => number = () => performance.now()) {
  let lastAt = now();
  let lastBytes: number | null = null;
  let rate = 0;
  return (bytes: number): number => {
    const at = now();
    if (lastBytes === null) {
      // A resumed upload starts far from zero, which was no speed.
      lastBytes = bytes;
      lastAt = at;
      return 0;
    }
    if (at - lastAt < SAMPLE_MS) return rate;
    const measured = ((bytes - lastBytes) / (at - lastAt)) * 1000;
    rate = rate === 0 ? measured : rate + WEIGHT * (measured - rate);
    lastAt = at;
    lastBytes = bytes;
    return rate;
  };
}
