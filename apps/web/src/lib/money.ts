const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$299.00`, from whole cents. */
export const formatCents = (cents: number): string => DOLLARS.format(cents / 100);

/** `$299`; cents are shown only where there are some. */
export const formatPrice = (cents: number): string => formatCents(cents).replace(/\.00$/, '');
