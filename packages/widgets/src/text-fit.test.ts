import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateWidth, fitText, singleLine, wrapText } from './text-fit.ts';

const box = { width: 400, height: 120, max: 60, min: 12 };

describe('wrapText', () => {
  it('breaks lines between words', () => {
    expect(wrapText('one two three', estimateWidth('one two') + 0.01)).toEqual(['one two', 'three']);
  });

  it('keeps typed lines, including empty ones', () => {
    expect(wrapText('one\n\ntwo', 20)).toEqual(['one', '', 'two']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(wrapText('aaaa', estimateWidth('aa') + 0.01)).toEqual(['aa', 'aa']);
  });
});

describe('fitText', () => {
  it('uses the largest size for a short text', () => {
    expect(fitText('Hi', box)).toMatchObject({ fontSize: 60, lines: ['Hi'] });
  });

  it('reduces the font size before it breaks a word', () => {
    const { fontSize, lines } = fitText('Congratulations', box);
    expect(lines).toEqual(['Congratulations']);
    expect(fontSize).toBeLessThan(60);
  });

  it('shrinks a text rather than using more lines than allowed', () => {
    expect(fitText('30 percent off', { ...box, maxLines: 1 }).lines).toEqual(['30 percent off']);
  });

  it('ends a text that is too long with an ellipsis', () => {
    const { fontSize, lines } = fitText('word '.repeat(500), box);
    expect(fontSize).toBe(12);
    expect(lines.at(-1)).toMatch(/…$/u);
  });

  it('never exceeds its box', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 600 }),
      fc.array(fc.lorem(), { maxLength: 40 }).map((words) => words.join(' ')),
    );
    const boxes = fc.record({
      width: fc.integer({ min: 20, max: 4000 }),
      height: fc.integer({ min: 20, max: 4000 }),
      max: fc.integer({ min: 10, max: 300 }),
      min: fc.integer({ min: 4, max: 10 }),
    });
    fc.assert(
      fc.property(texts, boxes, (text, box) => {
        const { fontSize, lines, height } = fitText(text, box);
        expect(height).toBeLessThanOrEqual(Math.max(box.height, fontSize * 1.2) + 0.001);
        for (const line of lines) if ([...line].length > 1) expect(estimateWidth(line) * fontSize).toBeLessThanOrEqual(box.width + 0.001);
      }),
    );
  });
});

describe('estimateWidth', () => {
  it('counts combining marks as no width', () => {
    expect(estimateWidth('é')).toBe(estimateWidth('e'));
  });

  it('counts Chinese characters and emoji as squares', () => {
    expect(estimateWidth('中')).toBeGreaterThan(1);
    expect(estimateWidth('🎂')).toBeGreaterThan(1);
  });
});

it('shortens a single line that is too long', () => {
  expect(singleLine('a rather long line', 10, 60).text).toMatch(/^a ra.*…$/u);
});
