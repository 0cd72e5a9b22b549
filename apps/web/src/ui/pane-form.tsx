import type { FormEventHandler, ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Panel } from './panel.tsx';
import { FormError, RequiredNote } from './text-field.tsx';
import { UnsavedChangesPrompt } from './unsaved-changes.tsx';

interface PaneFormProps {
  title: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** When an existing object is edited. */
  onCancel?: () => void;
  submitLabel: string;
  isSubmitting: boolean;
  /** Whether anything differs from what was loaded; leaving asks first. */
  isChanged: boolean;
  /** Returns what is edited according to the address. The default returns the row whose edit dialog is open. */
  formOf?: (search: Record<string, unknown>) => unknown;
  /** The server's reason for refusing to save. */
  failure?: string;
  /** Fields that someone else changed while the form was open. */
  changes?: readonly ChangedField[];
  children: ReactNode;
}

const editedRow = ({ dialog, target }: Record<string, unknown>): unknown => (dialog === 'edit' ? target : undefined);

/** A form on the page of a list, which creates and edits the rows of that list. */
export function PaneForm({
  title,
  onSubmit,
  onCancel,
  submitLabel,
  isSubmitting,
  isChanged,
  formOf = editedRow,
  failure,
  changes = [],
  children,
}: PaneFormProps) {
  return (
    <Panel title={title}>
      <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={title}>
        {children}
        <RequiredNote />
        {failure && <FormError>{failure}</FormError>}
        <ChangedFields changes={changes} />
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
      <UnsavedChangesPrompt
        isChanged={isChanged && !isSubmitting}
        formOf={formOf}
        consequence="Your changes in this form have not been saved and would be lost."
      />
    </Panel>
  );
}

/** A field that someone else changed while a form was open, with the texts that it shows. */
export interface ChangedField {
  label: string;
  before: string;
  after: string;
}

/** Lists what someone else changed while a form was open. */
export function ChangedFields({ changes }: { changes: readonly ChangedField[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <del>{before || '–'}</del> → <ins>{after || '–'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
