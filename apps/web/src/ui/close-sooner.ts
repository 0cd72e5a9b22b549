import { toast } from './toast-store.ts';

/** Closes a message before its usual time, unless the pointer or the focus rests on the messages then: it closes as usual after they have left. */
export function closeToastEarly(id: number, afterMs: number): void {
  setTimeout(() => {
    if (!document.querySelector('[aria-label="Messages"]:is(:hover, :focus-within)')) toast.close(id);
  }, afterMs);
}
