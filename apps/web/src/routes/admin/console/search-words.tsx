import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTypedElsewhere, useShortcutsOn } from '../../../lib/shortcuts.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { TextField } from '../../../ui/text-field.tsx';

/** How long somebody has to pause before their words are looked for (specification 3 §5). */
const SEARCH_PAUSE_MS = 500;

interface SearchWordsProps {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
  /** What can be looked for. */
  placeholder: string;
  className?: string | undefined;
}

/** The search of a list, which `/` leads to. */
export function SearchWords({ words, onChange, placeholder, className }: SearchWordsProps) {
  const [typed, setTyped] = useState(words ?? '');
  const field = useRef<HTMLInputElement>(null);
  const settled = useDebounced(typed.trim(), SEARCH_PAUSE_MS);
  const tell = useEffectEvent(() => {
    if (settled !== (words ?? '')) onChange(settled || undefined);
  });
  useEffect(() => tell(), [settled]);
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
  return (
    <TextField
      ref={field}
      className={className}
      label="Search"
      type="search"
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
