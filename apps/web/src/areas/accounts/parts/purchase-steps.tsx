import { CheckIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import styles from './purchase-steps.module.css';

const STEPS = ['Sign Up', 'Select Plans', 'Payment', 'Confirmation'] as const;

/** Checkout steps of users who signed up from the pricing page (specification 3 §2). */
export function PurchaseSteps({ current }: { current: (typeof STEPS)[number] }) {
  return <Steps label="Checkout steps" steps={STEPS} current={STEPS.indexOf(current)} />;
}

/** Progress through a list of steps. `current` counts from 0; previous steps are done. */
function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <nav aria-label={label}>
      <Row as="ol" gap={1}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            aria-current={index === current ? 'step' : undefined}
            data-done={index < current ? '' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {index < current ? <CheckIcon size={14} /> : index + 1}
            </span>
            <span className={styles.word}>{step}</span>
            {index < current && <VisuallyHidden>done</VisuallyHidden>}
          </li>
        ))}
      </Row>
    </nav>
  );
}
