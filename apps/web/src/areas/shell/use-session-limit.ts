import { LIMITS } from '@vitrine/contract/limits';
import { useEffect } from 'react';
import { endSession, useSession } from '../../lib/session.ts';

/** A page that was left open is signed out when its 24 hours are over, not at the next click. */
export function useSessionTimeout(): void {
  const signedInAt = useSession()?.signedInAt;
  useEffect(() => {
    if (signedInAt === undefined) return;
    const timer = setTimeout(() => endSession(), Math.max(0, signedInAt + LIMITS.sessionMs - Date.now()));
    return () => clearTimeout(timer);
  }, [signedInAt]);
}
