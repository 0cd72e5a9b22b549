import { useState } from 'react';

/** Returns a choice stored in this browser, such as grid or list. */
export function readStoredChoice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
  const stored = localStorage.getItem(name);
  return choices.find((choice) => choice === stored) ?? fallback;
}

export const writeStoredChoice = (name: string, value: string): void => localStorage.setItem(name, value);

/** A choice that this browser remembers. */
export function useStoredChoice<T extends string>(name: string, choices: readonly T[], fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readStoredChoice(name, choices, fallback));
  const choose = (next: T) => {
    writeStoredChoice(name, next);
    setValue(next);
  };
  return [value, choose];
}
