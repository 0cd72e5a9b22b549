import { type ColourSpace, findColourSpace, srgbToLinear } from './colour-map.ts';
import { type Chromaticities, computeMatrixToSrgb, SRGB_PRIMARIES } from './colour-primaries.ts';
import { readAt } from './file-reader.ts';

const SIGNATURE_BYTES = 8;
const MAX_CHUNKS = 1000;
/** Largest of the chunks that are read. */
const MAX_CHUNK_BYTES = 32;
const COLOUR_CHUNKS: ReadonlySet<string> = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']);

/**
 * Returns the colour space that the chunks of a PNG declare, in their order of precedence: cICP, iCCP, sRGB, then gAMA with cHRM (PNG, third edition,
 * section 4.3). Undefined for sRGB and for a profile, which the decoder applies.
 */
export function readPngColourSpace(fd: number, size: number): ColourSpace | undefined {
  const chunks = readColourChunks(fd, size);
  const coding = chunks.get('cICP');
  if (coding && coding.length >= 2) return findColourSpace({ primaries: coding.readUInt8(0), transfer: coding.readUInt8(1) });
  const gamma = chunks.get('gAMA');
  if (!gamma || gamma.length < 4 || chunks.has('iCCP') || chunks.has('sRGB')) return undefined;
  return findGammaSpace(gamma.readUInt32BE(0) / UNIT, readChromaticities(chunks.get('cHRM')));
}

/** Returns the contents of the chunks in front of the pixels. */
function readColourChunks(fd: number, size: number): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = SIGNATURE_BYTES, count = 0; at + 12 <= size && count < MAX_CHUNKS; count++) {
    const head = readAt(fd, at, 8);
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
    if (type === 'IDAT') break;
    if (COLOUR_CHUNKS.has(type)) found.set(type, readAt(fd, at + 8, Math.min(length, MAX_CHUNK_BYTES)));
    at += 12 + length;
  }
  return found;
}

/** Both chunks contain numbers multiplied by this. */
const UNIT = 100_000;

function readChromaticities(chrm: Buffer | undefined): Chromaticities {
  if (!chrm || chrm.length < 32) return SRGB_PRIMARIES;
  const point = (index: number) => [chrm.readUInt32BE(index * 8) / UNIT, chrm.readUInt32BE(index * 8 + 4) / UNIT] as const;
  return { white: point(0), red: point(1), green: point(2), blue: point(3) };
}

const [MIN_GAMMA, MAX_GAMMA] = [0.1, 2];
/** Programs write this approximation for sRGB. */
const SRGB_GAMMA = 1 / 2.2;
const GAMMA_TOLERANCE = 0.005;
const CHROMATICITY_TOLERANCE = 0.002;

function findGammaSpace(gamma: number, primaries: Chromaticities): ColourSpace | undefined {
  if (gamma < MIN_GAMMA || gamma > MAX_GAMMA) return undefined;
  const isSrgbGamma = Math.abs(gamma - SRGB_GAMMA) < GAMMA_TOLERANCE;
  if (isSrgbGamma && isSrgb(primaries)) return undefined;
  const toSrgb = computeMatrixToSrgb(primaries);
  if (!toSrgb?.every(Number.isFinite)) return undefined;
  return { isHdr: false, toSrgb, toLinear: isSrgbGamma ? srgbToLinear : (value) => value ** (1 / gamma) };
}

const isSrgb = (primaries: Chromaticities): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every((name) =>
    primaries[name].every((value, at) => Math.abs(value - (SRGB_PRIMARIES[name][at] ?? 0)) < CHROMATICITY_TOLERANCE),
  );
