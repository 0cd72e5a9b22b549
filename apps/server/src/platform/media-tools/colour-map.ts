/** Codes of ITU-T H.273. */
const BT2020 = 9;
const P3_D65 = 12;
const PQ = 16;
const HLG = 18;

/** To the primaries of sRGB, in linear light, row by row. */
const TO_SRGB: Record<number, readonly number[]> = {
  [P3_D65]: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979],
  [BT2020]: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
};
const IDENTITY_MATRIX = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** The highest brightness that is distinguished, in multiples of 100 cd/m², the white of an ordinary display; the same as in video filters. */
const PEAK_LUMINANCE = 10;

export interface ColourCoding {
  primaries: number;
  transfer: number;
}

export const isHdr = ({ transfer }: ColourCoding): boolean => transfer === PQ || transfer === HLG;
/** Returns true when pixels with this coding may be treated as sRGB. */
export const isSrgbCompatible = (coding: ColourCoding): boolean => !isHdr(coding) && !TO_SRGB[coding.primaries];

const STEPS = 4096;

/**
 * Converts RGBA pixels to sRGB in place. Values brighter than a display are tone-mapped as in videos (Hable's curve on the strongest of the three channels).
 */
export function convertToSrgb(pixels: Uint8Array | Uint8ClampedArray, coding: ColourCoding): void {
  const linear = Float32Array.from({ length: 256 }, (_, value) => toLinear(value / 255, coding.transfer));
  const encoded = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * fromLinear(step / STEPS)));
  const [rr = 1, rg = 0, rb = 0, gr = 0, gg = 1, gb = 0, br = 0, bg = 0, bb = 1] = TO_SRGB[coding.primaries] ?? IDENTITY_MATRIX;
  const isMapped = isHdr(coding);
  const encode = (light: number) => encoded[light >= 1 ? STEPS : light <= 0 ? 0 : Math.round(light * STEPS)] as number;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r, g, b] = [
      linear[pixels[at] as number] as number,
      linear[pixels[at + 1] as number] as number,
      linear[pixels[at + 2] as number] as number,
    ];
    const red = rr * r + rg * g + rb * b;
    const green = gr * r + gg * g + gb * b;
    const blue = br * r + bg * g + bb * b;
    const strongest = Math.max(red, green, blue, 1e-6);
    const scale = isMapped ? toneMapHable(strongest) / WHITE / strongest : 1;
    pixels[at] = encode(red * scale);
    pixels[at + 1] = encode(green * scale);
    pixels[at + 2] = encode(blue * scale);
  }
}

/** John Hable's filmic curve. */
function toneMapHable(light: number): number {
  const [a, b, c, d, e, f] = [0.15, 0.5, 0.1, 0.2, 0.02, 0.3];
  return (light * (light * a + b * c) + d * e) / (light * (light * a + b) + d * f) - e / f;
}

const WHITE = toneMapHable(PEAK_LUMINANCE);

function toLinear(value: number, transfer: number): number {
  if (transfer === PQ) return pqToLinear(value);
  if (transfer === HLG) return hlgToLinear(value);
  // Pictures are looked at as sRGB also where they name the nearly equal curve of BT.709.
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const fromLinear = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** SMPTE ST 2084. */
function pqToLinear(value: number): number {
  const power = value ** (32 / 2523);
  const cdm2 = 10_000 * (Math.max(power - 3424 / 4096, 0) / (2413 / 128 - (2392 / 128) * power)) ** (8192 / 1305);
  return cdm2 / 100;
}

/** ARIB STD-B67, on a screen of 1000 cd/m², for which its system gamma is 1.2. */
function hlgToLinear(value: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12;
  return 10 * scene ** 1.2;
}
