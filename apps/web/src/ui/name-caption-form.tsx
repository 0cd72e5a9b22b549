import { zodResolver } from '@hookform/resolvers/zod';
import { LIMITS } from '@vitrine/contract/limits';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { TextAreaField, TextField } from './text-field.tsx';

export interface NameAndCaption {
  name: string;
  caption: string;
}

interface WordsFormProps {
  words: NameAndCaption;
  /** The contract's rules, whose messages are shown below the fields. */
  schema: z.ZodType<NameAndCaption, NameAndCaption>;
  isSaving: boolean;
  onSave: (words: NameAndCaption) => void;
}

/** Form for name and caption in a detail panel. The button appears when something was changed. */
export function NameCaptionForm({ words, schema, isSaving, onSave }: WordsFormProps) {
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), mode: 'onChange', defaultValues: words });
  const { errors, isDirty, isValid } = formState;
  return (
    <form className={styles.form} onSubmit={handleSubmit(onSave)} noValidate>
      <TextField
        required
        label="Name"
        autoComplete="off"
        maxLength={LIMITS.detailNameMax}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextAreaField label="Caption" rows={2} maxLength={LIMITS.captionMax} error={errors.caption?.message} {...register('caption')} />
      {isDirty && (
        <Button kind="primary" type="submit" isLoading={isSaving} disabled={!isValid}>
          Save
        </Button>
      )}
    </form>
  );
}
