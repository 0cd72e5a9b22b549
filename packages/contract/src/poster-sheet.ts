/** Inches, as a poster hangs on the wall. */
export interface PaperSize {
  width: number;
  height: number;
}

const INCHES: Record<string, number> = { in: 1, cm: 1 / 2.54, mm: 1 / 25.4 };

/** The sheet of a size, which its name tells (`12 × 18 in`, `30 x 40 cm`), as its orientation lays it; null where it does not. */
export function parsePaperSize(sizeName: string, orientationName: string): PaperSize | null {
  const [, first, second, unit = 'in'] = /(\d+(?:\.\d+)?)\s*[×x]\s*(\d+(?:\.\d+)?)(?:\s*(in|cm|mm)\b)?/i.exec(sizeName) ?? [];
  const scale = INCHES[unit.toLowerCase()] ?? 1;
  const [one, other] = [Number(first) * scale, Number(second) * scale];
  if (!(one > 0 && other > 0)) return null;
  const [short, long] = [Math.min(one, other), Math.max(one, other)];
  if (/landscape/i.test(orientationName)) return { width: long, height: short };
  return /portrait/i.test(orientationName) ? { width: short, height: long } : { width: one, height: other };
}
