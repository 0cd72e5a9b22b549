import type { ReactNode, Ref } from 'react';
import { CheckIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './onboarding.module.css';

interface StepProps {
  number: number;
  title: string;
  isDone: boolean;
  /** Gets the focus when the step before it is done. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function OnboardingStep({ number, title, isDone, titleRef, children }: StepProps) {
  return (
    <li className={styles.step} data-done={isDone ? '' : undefined}>
      <h3 ref={titleRef} className={styles.stepTitle} tabIndex={-1}>
        <span className={styles.mark} aria-hidden="true">
          {isDone ? <CheckIcon size={16} /> : number}
        </span>
        {title}
        {isDone && <VisuallyHidden> done</VisuallyHidden>}
      </h3>
      {children}
    </li>
  );
}
