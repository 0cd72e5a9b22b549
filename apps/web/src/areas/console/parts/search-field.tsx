import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTypingOrInOverlay, useShortcutsEnabled } from '../../../lib/shortcuts.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { TextField } from '../../../ui/text-field.tsx';

interface SearchWordsProps {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
  /** Placeholder that names what can be searched. */
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

/** Pause after which a search starts (specification 3 §5). */
const DEBOUNCE_MS = 500;

type SettledFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
};

/** Search field that updates its list after a pause in typing, and follows the address. */
export function DebouncedField({ words, onChange, ...field }: SettledFieldProps) {
  const [typed, setTyped] = useState(words ?? '');
  const [shown, setShown] = useState(words);
  const settled = useDebounced(typed.trim(), DEBOUNCE_MS);
  if (words !== shown) {
    setShown(words);
    // The own change returns through the address when more may have been typed already.
    if ((words ?? '') !== settled) setTyped(words ?? '');
  }
  const tell = useEffectEvent(() => {
    if (settled !== (words ?? '')) onChange(settled || undefined);
  });
  useEffect(() => tell(), [settled]);
  return <TextField {...field} value={typed} onChange={(event) => setTyped(event.target.value)} />;
}
