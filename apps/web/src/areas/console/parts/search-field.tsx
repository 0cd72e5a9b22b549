import { useEffect, useRef } from 'react';
import { isTypingOrInOverlay, useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { DebouncedField } from './settled-field.tsx';

interface SearchWordsProps {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
  /** What can be looked for. */
  placeholder: string;
  className?: string | undefined;
}

/** The search of a list, which `/` leads to. */
export function ConsoleSearchField(props: SearchWordsProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOn = useShortcutsEnabled();
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTypingOrInOverlay(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.select();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
  return <DebouncedField ref={field} label="Search" type="search" {...props} />;
}
