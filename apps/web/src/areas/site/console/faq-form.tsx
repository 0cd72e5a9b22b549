import { FAQ_LIMITS } from '@vitrine/contract/faq-limits';
import type { Category, Faq } from '@vitrine/contract/faqs';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { PaneForm } from '../../../ui/pane-form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useCreateFaq, useEditFaq } from './api/managed-faqs.ts';

/** Loaded on demand, because the editor is large. */
const AnswerEditor = lazy(() => import('./answer-editor.tsx'));

interface FaqFormProps {
  /** Question to edit. Without it, the form adds a question. */
  faq: Faq | undefined;
  catagories: readonly Category[];
  onSaved: (saved: Faq, message: string | undefined) => void;
  onCancel: () => void;
}

const getEditedId = ({ edited }: Record<string, unknown>): unknown => edited;

const isEmpty = (html: string) => !html.includes('<img') && html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '';

/** Form of a question and its answer. The page remounts it for another question by changing the key. */
export function FaqForm({ faq, catagories, onSaved, onCancel }: FaqFormProps) {
  const [question, setQuestion] = useState(faq?.question ?? '');
  const [answer, setAnswer] = useState(faq?.answer ?? '');
  const [catagoryId, setCatagoryId] = useState(faq?.catagory?._id ?? '');
  const [isVisible, setVisible] = useState(faq?.isVisible ?? true);
  const [isSubmitted, setSubmitted] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  // Move the focus to the form after Edit or Add.
  useEffect(() => firstField.current?.focus(), []);
  const after = { onSuccess: ({ result, message }: { result: Faq; message?: string }) => onSaved(result, message) };
  const [create, edit] = [useCreateFaq(after), useEditFaq(after)];
  const saving = faq ? edit : create;
  const isChanged =
    question !== (faq?.question ?? '') ||
    answer !== (faq?.answer ?? '') ||
    catagoryId !== (faq?.catagory?._id ?? '') ||
    isVisible !== (faq?.isVisible ?? true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (saving.isPending || question.trim() === '' || isEmpty(answer)) return;
    const body = { question, answer, isVisible, catagoryId: catagoryId || null };
    if (faq) edit.mutate({ id: faq._id, version: faq.version, ...body });
    else create.mutate(body);
  };
  return (
    <PaneForm
      title={faq ? 'Edit FAQ' : 'Add FAQ'}
      onSubmit={submit}
      onCancel={onCancel}
      submitLabel={faq ? 'Update' : 'Save'}
      isSubmitting={saving.isPending}
      isChanged={isChanged}
      formOf={getEditedId}
      failure={saving.error ? getErrorMessage(saving.error) : undefined}
    >
      <TextField
        label="Question"
        ref={firstField}
        autoComplete="off"
        maxLength={FAQ_LIMITS.questionMax}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
        error={isSubmitted && question.trim() === '' ? 'Question should not be empty.' : undefined}
        hint={`${question.length} of ${FAQ_LIMITS.questionMax} characters`}
      />
      <SelectField
        label="Category"
        placeholder="None"
        options={catagories.map(({ _id, catagoryName }) => ({ value: _id, label: catagoryName }))}
        value={catagoryId}
        onChange={(event) => setCatagoryId(event.target.value)}
      />
      <Suspense fallback={<Skeleton style={{ height: 320 }} />}>
        <AnswerEditor
          label="Answer"
          initial={faq?.answer ?? ''}
          onChange={setAnswer}
          error={isSubmitted && isEmpty(answer) ? 'Answer should not be empty.' : undefined}
        />
      </Suspense>
      <SwitchField label="Visible to users" isOn={isVisible} onChange={setVisible} />
    </PaneForm>
  );
}
