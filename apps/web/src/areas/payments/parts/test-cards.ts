/** Numbers that the test bank knows, as at Stripe, and what each does. */
export const TEST_CARDS = [
  ['4242 4242 4242 4242', 'Payment succeeds'],
  ['4000 0027 6000 3184', 'Requires confirmation'],
  ['4000 0000 0000 0002', 'Card declined'],
  ['4000 0000 0000 9995', 'Insufficient funds'],
  ['4000 0000 0000 0069', 'Expired card'],
  ['4000 0000 0000 0127', 'Incorrect CVC'],
  ['4000 0000 0000 0119', 'Processing error'],
  ['4000 0000 0000 0341', 'First payment succeeds, renewal fails'],
] as const;
