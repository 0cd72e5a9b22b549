const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const GROUPS = [
  [1_000_000, 'million'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** Spells out a whole number from 0 to 999,999,999. */
function numberInWords(number: number): string {
  for (const [size, name] of GROUPS) {
    if (number < size) continue;
    const rest = number % size;
    return `${numberInWords(Math.floor(number / size))} ${name}${rest > 0 ? ` ${numberInWords(rest)}` : ''}`;
  }
  if (number < SMALL.length) return SMALL[number] ?? '';
  const unit = number % 10;
  return `${TENS[Math.floor(number / 10)]}${unit > 0 ? `-${SMALL[unit]}` : ''}`;
}

const counted = (count: number, one: string): string => `${numberInWords(count)} ${one}${count === 1 ? '' : 's'}`;

/** Writes an amount as one writes it on a check: `nine dollars and fifty cents`. */
export function amountInWords(cents: number): string {
  const [dollars, rest] = [Math.floor(cents / 100), cents % 100];
  if (dollars === 0) return counted(rest, 'cent');
  return `${counted(dollars, 'dollar')}${rest > 0 ? ` and ${counted(rest, 'cent')}` : ''}`;
}
