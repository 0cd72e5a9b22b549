import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { VisuallyHidden } from './text.tsx';
import { toast } from './toast-store.ts';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  text: string;
  what: string;
  /** Time for which "Copied" is shown, in milliseconds. */
  shownMs?: number;
}

/** `what` is read aloud: 'Copy email'. */
export function CopyButton({ text, what, shownMs = SHOWN_MS }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied, shownMs]);
  const copy = async () => {
    if (await copyText(text)) setIsCopied(true);
    else toast.error(`Couldn’t copy the ${what}. Select it and copy it manually.`);
  };
  return (
    <>
      <IconButton
        label={`Copy ${what}`}
        icon={isCopied ? <CheckIcon size={18} style={{ color: 'var(--success)' }} /> : <CopyIcon size={18} />}
        onClick={() => void copy()}
      />
      <VisuallyHidden as="output">{isCopied ? 'Copied' : ''}</VisuallyHidden>
    </>
  );
}

/** Whether it is in the clipboard now. On a plain-http address of the home network the browser has no clipboard API; the old way still works there. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyFromField(text),
    );
  }
  return copyFromField(text);
}

function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
