import { useEffect, useRef } from 'react';
import { isTypedElsewhere, useShortcutsOn } from '../../../lib/shortcuts.ts';
import { SettledField } from './settled-field.tsx';

interface SearchWordsProps {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
  /** What can be looked for. */
  placeholder: string;
  className?: string | undefined;
}

/** The search of a list, which `/` leads to. */
export function SearchWords(props: SearchWordsProps) {
  const field = useRef<HTMLInputElement>(null);
  const isOn = useShortcutsOn();
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTypedElsewhere(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.select();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
  return <SettledField ref={field} label="Search" type="search" {...props} />;
}
