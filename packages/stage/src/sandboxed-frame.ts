import { COVER } from './surface.ts';

interface FrameRights {
  /** Value of the attribute `sandbox`. */
  sandbox: string;
  /** Value of the attribute `allow`. */
  allow: string;
  referrerPolicy: ReferrerPolicy;
}

/** Creates a frame for a page of another site that fills its parent and can't be operated. */
export function createSandboxedFrame({ sandbox, allow, referrerPolicy }: FrameRights): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', sandbox);
  frame.setAttribute('allow', allow);
  frame.referrerPolicy = referrerPolicy;
  frame.tabIndex = -1;
  frame.title = '';
  frame.style.cssText = `${COVER}width:100%;height:100%;border:0;background:#fff;pointer-events:none;`;
  return frame;
}

interface FramePlace {
  parent: HTMLElement;
  signal: AbortSignal;
}

/** Puts the frame below its siblings, and resolves when its page has loaded. Rejects when the content security policy of this page forbids it. */
export function loadFrame(frame: HTMLIFrameElement, address: string, { parent, signal }: FramePlace): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const handleViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src')
        finish(() => reject(new Error('this version of the screen may not show pages of other sites')));
    };
    const finish = (settle: () => void) => {
      document.removeEventListener('securitypolicyviolation', handleViolation);
      settle();
    };
    document.addEventListener('securitypolicyviolation', handleViolation);
    signal.addEventListener('abort', () => finish(() => reject(new Error('canceled'))), { once: true });
    // The event of a violation may come after that of the frame.
    frame.onload = () => setTimeout(() => finish(resolve));
    frame.src = address;
    parent.prepend(frame);
  });
}
