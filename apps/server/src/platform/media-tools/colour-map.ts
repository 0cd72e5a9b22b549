import { computeMatrixToSrgb, type Matrix, WIDE_PRIMARIES } from './colour-primaries.ts';

/** Codes of ITU-T H.273. */
export interface ColourCoding {
  primaries: number;
  transfer: number;
}

const PQ = 16;
const HLG = 18;
/** Transfer functions that are powers. All others are treated as the nearly equal one of sRGB. */
const GAMMAS: Partial<Record<number, number>> = { 4: 2.2, 5: 2.8, 8: 1 };

const IDENTITY_MATRIX: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The highest brightness that is distinguished, in multiples of 100 cd/m², the white of an ordinary display; the same as in video filters. */
const PEAK_LUMINANCE = 10;

/** Meaning of the values of an image whose colours are not those of sRGB. */
export interface ColourSpace {
  /** Returns the light of a value from 0 to 1. 1 is the white of an ordinary display. */
  toLinear(value: number): number;
  /** Converts light to the primaries of sRGB. */
  toSrgb: Matrix;
  isHdr: boolean;
}

export const isHdr = ({ transfer }: ColourCoding): boolean => transfer === PQ || transfer === HLG;

/** Returns the colour space that these codes mean, or undefined when the values may be treated as sRGB. */
export function findColourSpace(coding: ColourCoding): ColourSpace | undefined {
  const wide = WIDE_PRIMARIES[coding.primaries];
  const gamma = GAMMAS[coding.transfer];
  if (!wide && gamma === undefined && !isHdr(coding)) return undefined;
  return {
    isHdr: isHdr(coding),
    toSrgb: (wide && computeMatrixToSrgb(wide)) ?? IDENTITY_MATRIX,
    toLinear: TO_LINEAR[coding.transfer] ?? (gamma === undefined ? srgbToLinear : (value) => value ** gamma),
  };
}

const STEPS = 4096;
const MAX_8_BITS = 255;
const MAX_16_BITS = 65_535;

/**
 * Converts pixels of 3 or 4 channels to sRGB with 8 bits, in place if they have 8 bits. Values brighter than a display are tone-mapped as in videos (Hable's
 * curve on the strongest of the three channels).
 */
export function convertToSrgb<T extends Uint8Array | Uint8ClampedArray>(
  pixels: T | Uint16Array,
  channels: number,
  { toLinear, toSrgb, isHdr: isMapped }: ColourSpace,
): T | Uint8Array {
  const is16Bit = pixels instanceof Uint16Array;
  const max = is16Bit ? MAX_16_BITS : MAX_8_BITS;
  const target = is16Bit ? new Uint8Array(pixels.length) : pixels;
  const linear = Float32Array.from({ length: max + 1 }, (_, value) => toLinear(value / max));
  const encoded = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * linearToSrgb(step / STEPS)));
  const encode = (light: number) => encoded[light >= 1 ? STEPS : light <= 0 ? 0 : Math.round(light * STEPS)] as number;
  const [rr = 1, rg = 0, rb = 0, gr = 0, gg = 1, gb = 0, br = 0, bg = 0, bb = 1] = toSrgb;
  for (let at = 0; at < pixels.length; at += channels) {
    const r = linear[pixels[at] as number] as number;
    const g = linear[pixels[at + 1] as number] as number;
    const b = linear[pixels[at + 2] as number] as number;
    const red = rr * r + rg * g + rb * b;
    const green = gr * r + gg * g + gb * b;
    const blue = br * r + bg * g + bb * b;
    const strongest = Math.max(red, green, blue, 1e-6);
    const scale = isMapped ? toneMapHable(strongest) / WHITE / strongest : 1;
    target[at] = encode(red * scale);
    target[at + 1] = encode(green * scale);
    target[at + 2] = encode(blue * scale);
    if (is16Bit && channels === 4) target[at + 3] = (pixels[at + 3] as number) >> 8;
  }
  return target;
}

/** John Hable's filmic curve. */
function toneMapHable(light: number): number {
  const [a, b, c, d, e, f] = [0.15, 0.5, 0.1, 0.2, 0.02, 0.3];
  return (light * (light * a + b * c) + d * e) / (light * (light * a + b) + d * f) - e / f;
}

const WHITE = toneMapHable(PEAK_LUMINANCE);

export const srgbToLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const linearToSrgb = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

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

const TO_LINEAR: Partial<Record<number, (value: number) => number>> = { [PQ]: pqToLinear, [HLG]: hlgToLinear };
