import type { CatagoryVisibality } from '@vitrine/contract/faqs';

/** Where the questions of a category are shown, in words. */
export const FAQ_PLACES: readonly { value: CatagoryVisibality; label: string }[] = [
  { value: 'all', label: 'Everywhere' },
  { value: 'faq', label: 'On the public site' },
  { value: 'help', label: 'In the app' },
];

export const getFaqPlaceLabel = (visibality: CatagoryVisibality): string =>
  FAQ_PLACES.find(({ value }) => value === visibality)?.label ?? '';
