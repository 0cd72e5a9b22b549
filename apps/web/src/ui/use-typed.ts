import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Types of fields whose content is not worth keeping: passwords and filters. */
const IGNORED_TYPES = new Set(['password', 'search', 'file']);

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const getFieldValue = (field: Field): string =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio') ? String(field.checked) : field.value;

interface Submission {
  isOpen: boolean;
  isSubmitting: boolean;
  hasFailed: boolean;
}

/** Returns whether a dialog's form contains unsaved input, and handlers for the form. */
export function useHasUnsavedInput({ isOpen, isSubmitting, hasFailed }: Submission) {
  const before = useRef(new Map<Field, string>());
  const [isTyped, setIsTyped] = useState(false);
  const [last, setLast] = useState({ isOpen, isSubmitting });
  /** Grows whenever what stands in the fields becomes what stood there before. */
  const [round, setRound] = useState(0);
  if (last.isOpen !== isOpen || last.isSubmitting !== isSubmitting) {
    setLast({ isOpen, isSubmitting });
    // Saved input cannot be lost, although some dialogs stay open for a message. Computed in the render that ends the submission, because navigation caused
    // by the same response may precede any effect and would be blocked.
    const isSaved = last.isSubmitting && !isSubmitting && !hasFailed;
    if (!isOpen || isSaved) {
      setIsTyped(false);
      setRound(round + 1);
    }
  }
  useEffect(() => before.current.clear(), [round]);
  const onFocus = ({ target }: FocusEvent) => {
    if (isField(target) && !IGNORED_TYPES.has(target.type) && !before.current.has(target))
      before.current.set(target, getFieldValue(target));
  };
  const onInput = ({ target }: FormEvent) => {
    if (!isField(target) || !before.current.has(target)) return;
    setIsTyped([...before.current].some(([field, value]) => field.isConnected && getFieldValue(field) !== value));
  };
  return { isTyped: isOpen && isTyped, handlers: { onFocus, onInput } };
}
