import type { FormEventHandler, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Panel } from './panel.tsx';
import { RequiredNote } from './required-note.tsx';

interface PaneFormProps {
  title: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Where something that is there already is edited. */
  onCancel?: () => void;
  submitLabel: string;
  isSubmitting: boolean;
  /** What the server refused, in words. */
  failure?: string;
  children: ReactNode;
}

/** A form that stands beside the list of what it makes and edits. */
export function PaneForm({ title, onSubmit, onCancel, submitLabel, isSubmitting, failure, children }: PaneFormProps) {
  return (
    <Panel title={title}>
      <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={title}>
        {children}
        <RequiredNote />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.actions}>
          {onCancel && (
            <Button kind="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button kind="primary" type="submit" isLoading={isSubmitting}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
