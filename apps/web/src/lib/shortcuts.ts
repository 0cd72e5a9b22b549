import { useSyncExternalStore } from 'react';

/** Single-key shortcuts can be switched off (WCAG 2.1.4); the choice is this browser's. */
const STORAGE_KEY = 'shortcuts';
const listeners = new Set<() => void>();

export const areShortcutsEnabled = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off';

export function setShortcutsEnabled(isOn: boolean): void {
  localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useShortcutsEnabled = (): boolean => useSyncExternalStore(subscribe, areShortcutsEnabled);

/** Letters and signs; arrows, Home, Escape and the like belong to what has the focus and stay. */
export const isSingleKey = (key: string): boolean => key.length === 1 && key !== ' ';

/** Keys typed into a field, or while a dialog or menu is up, are no shortcuts. */
export const isTypingOrInOverlay = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]',
  ) !== null;
