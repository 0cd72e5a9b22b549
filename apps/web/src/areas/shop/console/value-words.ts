import type { MasterValue } from '@vitrine/contract/posters';

export const POSTER_VALUE_TYPES: readonly { value: MasterValue['type']; label: string }[] = [
  { value: 'orientation', label: 'Orientation' },
  { value: 'size', label: 'Size' },
  { value: 'paperstock', label: 'Paper stock' },
  { value: 'lamination', label: 'Lamination' },
  { value: 'shippingus', label: 'Shipping US' },
  { value: 'shippingalaskahawai', label: 'Shipping Alaska/Hawaii' },
];

export const getValueTypeLabel = (type: MasterValue['type']): string =>
  POSTER_VALUE_TYPES.find(({ value }) => value === type)?.label ?? type;

/** Sending is what has a charge of its own. */
export const isShipping = (type: string): boolean => type === 'shippingus' || type === 'shippingalaskahawai';
