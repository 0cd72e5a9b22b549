import { Steps } from '../../../ui/steps.tsx';

const STEPS = ['Sign Up', 'Select Plans', 'Payment', 'Confirmation'] as const;

/** The way of those who come from the pricing page (specification 3 §2). */
export function PurchaseSteps({ current }: { current: (typeof STEPS)[number] }) {
  return <Steps label="Checkout steps" steps={STEPS} current={STEPS.indexOf(current)} />;
}
