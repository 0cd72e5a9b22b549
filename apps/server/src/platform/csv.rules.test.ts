import { describe, expect, it } from 'vitest';
import { formatCsvCell } from './csv.ts';

describe('csvCell', () => {
  it.each([
    { text: 'plain', cell: 'plain' },
    { text: 'with, comma', cell: '"with, comma"' },
    { text: 'with "quotes"', cell: '"with ""quotes"""' },
    { text: '=1+1', cell: "'=1+1" },
    { text: '  @SUM(A1)', cell: "'  @SUM(A1)" },
    { text: ';=1+1', cell: `";'=1+1"` },
    { text: 'x; =HYPERLINK("http://x")', cell: `"x; '=HYPERLINK(""http://x"")"` },
    { text: 'x\t-1', cell: `"x\t'-1"` },
    { text: 'x|=1', cell: `"x|'=1"` },
    { text: 'line\r\n=1', cell: `"line\r\n'=1"` },
    { text: 'a;b', cell: '"a;b"' },
  ])('writes $text as $cell', ({ text, cell }) => {
    expect(formatCsvCell(text)).toBe(cell);
  });
});
