/** Cents of what was typed in dollars, with or without `$` and with at most two decimals; nothing if it is no amount. */
export function readDollars(text: string): number | undefined {
  const typed = text.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : undefined;
}

/** What is wrong with a refund of this many cents. */
export function refundFault(cents: number | undefined, left: number): string | undefined {
  if (cents === undefined || cents === 0) return 'Please enter an amount, such as 12.50.';
  return cents > left ? 'This is more than what is left to refund.' : undefined;
}
