import { LIMITS } from '@vitrine/contract/limits';
import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'warning' | 'loading';
/** Action offered by a toast, such as Undo. */
export interface ToastAction {
  label: string;
  onSelect: () => void;
}
export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

/** How long a message stays (specification 1 §9). Loading stays until it is replaced. */
export const TOAST_MS = LIMITS.toastMs;
const TOASTS_MAX = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: ToastKind, text: string, id = ++lastId, action?: ToastAction): number {
  const others = toasts.filter((toast) => toast.id !== id && !(toast.kind === kind && toast.text === text));
  replace([...others.slice(-(TOASTS_MAX - 1)), { id, kind, text, action }]);
  return id;
}

/** Messages bottom right. Each gives its id, with which a loading one is turned into its outcome. */
export const toast = {
  success: (text: string, options: { id?: number; action?: ToastAction } = {}) => show('success', text, options.id, options.action),
  error: (text: string, id?: number, action?: ToastAction) => show('error', text, id, action),
  warning: (text: string, id?: number) => show('warning', text, id),
  loading: (text: string, id?: number) => show('loading', text, id),
  close: (id: number) => replace(toasts.filter((other) => other.id !== id)),
};

/** Runs a function, and returns the ids of the toasts it showed. */
export function captureToasts(act: () => void): number[] {
  const before = lastId;
  act();
  return Array.from({ length: lastId - before }, (_, index) => before + 1 + index);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
