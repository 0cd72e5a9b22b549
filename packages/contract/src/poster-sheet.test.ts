import { describe, expect, it } from 'vitest';
import { parsePaperSize } from './poster-sheet.ts';

describe('the sheet of a poster', () => {
  it('is derived from the name of the size, portrait or landscape', () => {
    expect(parsePaperSize('12 × 18 in', 'Portrait')).toEqual({ width: 12, height: 18 });
    expect(parsePaperSize('12 × 18 in', 'Landscape')).toEqual({ width: 18, height: 12 });
    expect(parsePaperSize('20x10', 'Square')).toEqual({ width: 20, height: 10 });
    expect(parsePaperSize('50.8x25.4 cm', 'Portrait')?.height).toBeCloseTo(20);
    expect(parsePaperSize('508 × 254 mm', 'Landscape')?.width).toBeCloseTo(20);
  });

  it('is undefined for a name without dimensions', () => {
    expect(parsePaperSize('Huge', 'Portrait')).toBeNull();
    expect(parsePaperSize('0 × 18 in', 'Portrait')).toBeNull();
  });
});
