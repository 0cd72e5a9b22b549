import { CheckIcon } from './icons.tsx';
import styles from './steps.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Progress through a few steps. `current` counts from 0; previous steps are done. */
export function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  return (
    <nav aria-label={label}>
      <ol className={styles.steps}>
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
      </ol>
    </nav>
  );
}
