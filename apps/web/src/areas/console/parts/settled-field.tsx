import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { TextField } from '../../../ui/text-field.tsx';

/** How long somebody has to pause before their words are looked for (specification 3 §5). */
const DEBOUNCE_MS = 500;

type SettledFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  words: string | undefined;
  onChange: (words: string | undefined) => void;
};

/** A text that a list is narrowed to, once whoever writes it pauses. It follows what the address says. */
export function DebouncedField({ words, onChange, ...field }: SettledFieldProps) {
  const [typed, setTyped] = useState(words ?? '');
  const [shown, setShown] = useState(words);
  const settled = useDebounced(typed.trim(), DEBOUNCE_MS);
  if (words !== shown) {
    setShown(words);
    // What was told from here comes back, when more may have been written already.
    if ((words ?? '') !== settled) setTyped(words ?? '');
  }
  const tell = useEffectEvent(() => {
    if (settled !== (words ?? '')) onChange(settled || undefined);
  });
  useEffect(() => tell(), [settled]);
  return <TextField {...field} value={typed} onChange={(event) => setTyped(event.target.value)} />;
}
