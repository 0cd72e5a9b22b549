import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx';
import { Spinner } from './loading.tsx';
import { TOAST_MS, type Toast, type ToastAction, type ToastKind, toast, useToasts } from './toast-store.ts';
import styles from './toaster.module.css';

const ICONS: Record<ToastKind, React.ReactNode> = {
  success: <CheckIcon />,
  error: <WarningIcon />,
  warning: <InfoIcon />,
  loading: <Spinner />,
};

/** Bottom right, over dialogs as well. Resting the pointer or the focus on them holds them all. */
export function Toaster() {
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const isHeld = usePauseOnHover(region);
  return createPortal(
    // Each message announces itself. The attribute keeps a dialog from hiding the region with the page under it.
    <section ref={region} className={styles.region} aria-label="Messages" aria-live="off">
      {toasts.map((item) => (
        <ToastCard key={`${item.id}-${item.kind}`} item={item} isHeld={isHeld} />
      ))}
    </section>,
    document.body,
  );
}

/** Whether the pointer or the focus rests within. */
function usePauseOnHover(element: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const hold = () => setIsHeld(true);
    const release = () => setIsHeld(false);
    const handlers = { pointerenter: hold, pointerleave: release, focusin: hold, focusout: release };
    for (const [name, handler] of Object.entries(handlers)) target.addEventListener(name, handler);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) target.removeEventListener(name, handler);
    };
  }, [element]);
  return isHeld;
}

function ToastCard({ item, isHeld }: { item: Toast; isHeld: boolean }) {
  useEffect(() => {
    if (isHeld || item.kind === 'loading') return;
    const timer = setTimeout(() => toast.close(item.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [item, isHeld]);
  return (
    <div className={styles.toast} data-kind={item.kind} role={item.kind === 'error' ? 'alert' : 'status'}>
      <span className={styles.icon}>{ICONS[item.kind]}</span>
      <p className={styles.text}>{item.text}</p>
      {item.action && <ToastButton id={item.id} action={item.action} />}
      <IconButton label="Dismiss message" icon={<CloseIcon size={16} />} onClick={() => toast.close(item.id)} />
    </div>
  );
}

function ToastButton({ id, action }: { id: number; action: ToastAction }) {
  const onClick = () => {
    toast.close(id);
    action.onSelect();
  };
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      {action.label}
    </button>
  );
}
