import { useState } from 'react';

/** A choice that this browser remembers, such as grid or list. */
export function useStoredChoice<T extends string>(name: string, choices: readonly T[], fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = localStorage.getItem(name);
    return choices.find((choice) => choice === stored) ?? fallback;
  });
  const choose = (next: T) => {
    localStorage.setItem(name, next);
    setValue(next);
  };
  return [value, choose];
}
