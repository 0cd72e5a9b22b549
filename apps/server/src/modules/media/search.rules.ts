const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

export interface DateRange {
  from: Date;
  /** The first moment after it. */
  to: Date;
}

export interface ParsedSearch {
  when: DateRange | undefined;
  /** The remaining text without the date, which may be a place. */
  rest: string;
}

/** Finds `july 2024`, `2024-07`, `07/2024` and `2024` anywhere in a lower-case search text. */
export function parseSearchDate(text: string): ParsedSearch {
  const numbered = /\b(?:(\d{4})-(\d{1,2})|(\d{1,2})[/.](\d{4}))\b/.exec(text);
  if (numbered) return toParsedSearch(text, [numbered[0]], Number(numbered[1] ?? numbered[4]), Number(numbered[2] ?? numbered[3]));
  const year = /(?<![\d-])(1[89]\d\d|20\d\d)(?![\d-])/.exec(text)?.[0];
  if (year === undefined) return { when: undefined, rest: text };
  const named = text.split(/[\s,]+/).find((word) => parseMonth(word) > 0);
  return toParsedSearch(text, [year, named ?? ''], Number(year), named === undefined ? undefined : parseMonth(named));
}

/** Returns the number of a month by its name or its first three letters; 0 when it is not a month. */
function parseMonth(word: string): number {
  const letters = word.replace(/\.$/, '');
  return letters.length < 3
    ? 0
    : MONTHS.findIndex((name) => name === letters || name.slice(0, 3) === letters || (letters === 'sept' && name === 'september')) + 1;
}

function toParsedSearch(text: string, parts: string[], year: number, month: number | undefined): ParsedSearch {
  const isAMonth = month === undefined || (month >= 1 && month <= 12);
  if (!isAMonth) return { when: undefined, rest: text };
  const remainingText = parts.reduce((left, part) => left.replace(part, ' '), text);
  const when = {
    from: new Date(Date.UTC(year, (month ?? 1) - 1, 1)),
    to: new Date(Date.UTC(month === undefined ? year + 1 : year, month ?? 0, 1)),
  };
  return {
    when,
    rest: remainingText
      .replace(/[\s,]+/g, ' ')
      .replace(/\b(in|of)\b/g, ' ')
      .trim(),
  };
}
