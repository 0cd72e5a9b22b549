/** Numbers that the test bank knows, as at Stripe, and what each does. */
export const TEST_CARDS = [
  ['4242 4242 4242 4242', 'Pays'],
  ['4000 0027 6000 3184', 'Asks you to confirm'],
  ['4000 0000 0000 0002', 'Is declined'],
  ['4000 0000 0000 9995', 'Has insufficient funds'],
  ['4000 0000 0000 0069', 'Has expired'],
  ['4000 0000 0000 0127', 'Has a wrong security code'],
  ['4000 0000 0000 0119', 'Cannot be processed'],
  ['4000 0000 0000 0341', 'Pays once, and fails at the first renewal'],
] as const;
