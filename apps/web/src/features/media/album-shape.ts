/** Before the server knows a shape. */
const USUAL = 4 / 3;
/** Extremes are bent a little, so that a panorama stays visible and a receipt does not fill a column. */
export const NARROWEST = 0.4;
const WIDEST = 2.6;

/** Width over height of every media of an album in order, as tiles show it. */
export type Ratios = Float32Array;

export const tileRatio = (ratio: number): number => (ratio === 0 ? USUAL : Math.min(WIDEST, Math.max(NARROWEST, ratio)));

/** From the contract's `MediaLayout`: base64 of little-endian Uint16 thousandths. */
export function decodeRatios(base64: string): Ratios {
  const bytes = atob(base64);
  const ratios = new Float32Array(bytes.length >> 1);
  for (let index = 0; index < ratios.length; index += 1) {
    const thousandths = bytes.charCodeAt(index * 2) | (bytes.charCodeAt(index * 2 + 1) << 8);
    ratios[index] = tileRatio(thousandths / 1000);
  }
  return ratios;
}
