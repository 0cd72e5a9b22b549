/** Before the server knows a shape. */
const DEFAULT_RATIO = 4 / 3;
/** Extremes are bent a little, so that a panorama stays visible and a receipt does not fill a column. */
export const MIN_RATIO = 0.4;
const MAX_RATIO = 2.6;

/** Width over height of every media of an album in order, as tiles show it. */
export type AspectRatios = Float32Array;

export const getTileRatio = (ratio: number): number => (ratio === 0 ? DEFAULT_RATIO : Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio)));

/** From the contract's `MediaLayout`: base64 of little-endian Uint16 thousandths. */
export function decodeAspectRatios(base64: string): AspectRatios {
  const bytes = atob(base64);
  const ratios = new Float32Array(bytes.length >> 1);
  for (let index = 0; index < ratios.length; index += 1) {
    const thousandths = bytes.charCodeAt(index * 2) | (bytes.charCodeAt(index * 2 + 1) << 8);
    ratios[index] = getTileRatio(thousandths / 1000);
  }
  return ratios;
}
