import { useState } from 'react';
import type { ChangedField } from '../ui/pane-form.tsx';
import { AppError } from './app-error.ts';

/** Form data, with the version of the object that it replaces. */
export interface Versioned<Form> {
  form: Form;
  version: string | undefined;
}

/** Labels of the fields of an object with the texts that they show. */
export type FieldTexts<T> = Record<string, (object: T) => string>;

/**
 * Tracks the version of an object while a form edits it. `current` is the object as last loaded, and `error` the result of the last save.
 * Returns the version to send: that of the object the form was opened with or, after a conflict was shown, the current one. `changes` lists the
 * fields that someone else changed.
 */
export function useEditVersion<T extends { version: string }>(
  current: T | undefined,
  error: Error | null,
  fields: FieldTexts<T>,
): { version: string | undefined; changes: ChangedField[] } {
  const [opened] = useState(current);
  const isConflict = error instanceof AppError && error.code === 'EDIT_CONFLICT';
  if (!isConflict || !opened || !current) return { version: opened?.version, changes: [] };
  const changes = Object.entries(fields)
    .map(([label, textOf]) => ({ label, before: textOf(opened), after: textOf(current) }))
    .filter(({ before, after }) => before !== after);
  return { version: current.version, changes };
}
