/** Chromaticities (CIE 1931) of the white point and of the three primaries. */
export interface Chromaticities {
  white: readonly [x: number, y: number];
  red: readonly [x: number, y: number];
  green: readonly [x: number, y: number];
  blue: readonly [x: number, y: number];
}

/** Nine numbers, row by row. */
export type Matrix = readonly number[];

const D65 = [0.3127, 0.329] as const;
export const SRGB_PRIMARIES: Chromaticities = { white: D65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] };

/** Primaries by their codes in ITU-T H.273, where they differ visibly from those of sRGB. */
export const WIDE_PRIMARIES: Partial<Record<number, Chromaticities>> = {
  9: { white: D65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  11: { white: [0.314, 0.351], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
  12: { white: D65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
};

/** Returns the matrix that converts linear light to the primaries of sRGB. White stays white. Undefined when the primaries are on one line. */
export function computeMatrixToSrgb(primaries: Chromaticities): Matrix | undefined {
  const toXyz = computeMatrixToXyz(primaries);
  const fromXyz = invert(computeMatrixToXyz(SRGB_PRIMARIES) ?? []);
  return toXyz && fromXyz && multiply(fromXyz, multiply(adaptWhite(toTristimulus(primaries.white), toTristimulus(D65)), toXyz));
}

function computeMatrixToXyz({ white, red, green, blue }: Chromaticities): Matrix | undefined {
  const columns = [red, green, blue].map(toTristimulus);
  const unscaled = [0, 1, 2].flatMap((row) => columns.map((column) => column[row] ?? 0));
  const inverse = invert(unscaled);
  if (!inverse) return undefined;
  const scales = transform(inverse, toTristimulus(white));
  return unscaled.map((value, at) => value * (scales[at % 3] ?? 0));
}

const toTristimulus = ([x, y]: readonly [number, number]): number[] => [x / y, 1, (1 - x - y) / y];

const BRADFORD: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

function adaptWhite(from: number[], to: number[]): Matrix {
  const [source, target] = [transform(BRADFORD, from), transform(BRADFORD, to)];
  const scale = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => (row === column ? (target[row] ?? 1) / (source[row] ?? 1) : 0)));
  return multiply(invert(BRADFORD) ?? [], multiply(scale, BRADFORD));
}

const transform = (matrix: Matrix, vector: readonly number[]): number[] =>
  [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, column) => sum + (matrix[row * 3 + column] ?? 0) * (vector[column] ?? 0), 0));

const multiply = (left: Matrix, right: Matrix): Matrix =>
  Array.from({ length: 9 }, (_, at) =>
    [0, 1, 2].reduce((sum, index) => sum + (left[Math.floor(at / 3) * 3 + index] ?? 0) * (right[index * 3 + (at % 3)] ?? 0), 0),
  );

function invert(matrix: Matrix): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!Number.isFinite(1 / determinant)) return undefined;
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((minor) => minor / determinant);
}
