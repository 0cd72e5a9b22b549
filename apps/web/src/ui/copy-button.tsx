import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { toast } from './toast-store.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

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
