import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../ui/toast-store.ts';
import { AppError } from './app-error.ts';
import { useMainSearch } from './main-search.ts';

type Patch = Record<string, string | number | boolean | undefined>;

/**
 * Dialogs and previews are part of the address, so that Back closes them. Opening adds a history entry. Closing returns to the previous entry, or removes
 * the keys if the address was entered directly.
 */
export function useOverlay() {
  const router = useRouter();
  const navigate = useNavigate();
  const show = (patch: Patch, options?: { replace?: boolean }) =>
    navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...patch }),
      replace: options?.replace,
      // A replaced entry closes like the original one: after a direct link by staying on the page.
      state: (before) => ({ ...before, isOverlay: options?.replace ? before.isOverlay : true }),
      resetScroll: false,
    });
  const drop = (patch: Patch) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...patch }),
      replace: true,
      resetScroll: false,
    });
  const hide = (patch: Patch) => (router.state.location.state.isOverlay ? router.history.back() : drop(patch));
  return { show, hide, drop };
}

/** The open dialog of a page under /main, and its object. */
export function useDialog() {
  const { dialog, target } = useMainSearch();
  const { show, hide, drop } = useOverlay();
  const nothing = { dialog: undefined, target: undefined };
  return {
    dialog,
    target,
    open: (name: string, about?: string) => void show({ dialog: name, target: about }),
    close: () => hide(nothing),
    /** Removes an invalid dialog from the address without changing the history position. */
    drop: () => drop(nothing),
  };
}

/** Removes a dialog from the address that is about a selection, which is lost in a reload. A dialog without content would still disable the page. */
export function CloseDialog(): null {
  const drop = useEffectEvent(useDialog().drop);
  useEffect(() => drop(), []);
  return null;
}

interface DialogSubject {
  /** 'album' */
  what: string;
  /** Asking for it by its id, where no list on the page has it. */
  asked: { error: Error | null; data: unknown };
  isListed: boolean;
}

/** Closes a dialog, with a message, when another user has removed its object. */
export function useCloseWhenRemoved({ what, asked, isListed }: DialogSubject): void {
  const { dialog, target, drop } = useDialog();
  const isRemoved =
    dialog !== undefined && target !== undefined && !isListed && asked.error instanceof AppError && asked.error.status === 404;
  const tell = useEffectEvent(() => {
    toast.warning(`This ${what} is no longer available. It may have been deleted.`);
    drop();
  });
  useEffect(() => {
    if (isRemoved) tell();
  }, [isRemoved]);
}
