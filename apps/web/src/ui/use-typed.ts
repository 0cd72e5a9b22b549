import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Types of fields whose contents are asked for again: a password, or what a list is filtered by. */
const NOT_KEPT = new Set(['password', 'search', 'file']);

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const valueOf = (field: Field): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') ? String(field.checked) : field.value;

interface Submission {
  isOpen: boolean;
  isSubmitting: boolean;
  hasFailed: boolean;
}

/** Whether the form of a dialog holds something that was entered and is not what stood there before. Its handlers go on the form. */
export function useTyped({ isOpen, isSubmitting, hasFailed }: Submission) {
  const before = useRef(new Map<Field, string>());
  const wasSubmitting = useRef(false);
  const [isTyped, setIsTyped] = useState(false);
  useEffect(() => {
    // What was saved is lost no more; some dialogs stay a while to say so.
    const isSaved = wasSubmitting.current && !isSubmitting && !hasFailed;
    wasSubmitting.current = isSubmitting;
    if (isOpen && !isSaved) return;
    before.current.clear();
    setIsTyped(false);
  }, [isOpen, isSubmitting, hasFailed]);
  const onFocus = ({ target }: FocusEvent) => {
    if (isField(target) && !NOT_KEPT.has(target.type) && !before.current.has(target)) before.current.set(target, valueOf(target));
  };
  const onInput = ({ target }: FormEvent) => {
    if (!isField(target) || !before.current.has(target)) return;
    setIsTyped([...before.current].some(([field, value]) => field.isConnected && valueOf(field) !== value));
  };
  return { isTyped: isOpen && isTyped, handlers: { onFocus, onInput } };
}
