import type { User } from '@vitrine/contract/accounts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { hasUsedPasskey, PasskeyCancelled } from '../../../lib/passkeys.ts';
import { LockIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { signInWithAutofill, useSignInWithPasskey } from '../api/passkeys.ts';

/** Before the challenge of the server expires, which is after five minutes. */
const RENEWAL_MS = 4 * 60_000;

/** Lets the browser offer passkeys in the email field, next to saved addresses. Does nothing in browsers that cannot. */
export function usePasskeyAutofill(onSignedIn: (user: User) => void): void {
  const enter = useEffectEvent(onSignedIn);
  useEffect(() => {
    const aborter = new AbortController();
    const offer = () =>
      void signInWithAutofill(aborter.signal)
        .then((user) => user && enter(user))
        .catch((error: unknown) => toast.error(getErrorMessage(error)));
    offer();
    const timer = setInterval(offer, RENEWAL_MS);
    return () => {
      clearInterval(timer);
      aborter.abort();
    };
  }, []);
}

const subscribeToNothing = () => () => undefined;

/** Returns whether a passkey was used in this browser; false while the prerendered page, which has no button for it, is hydrated. */
export const useOffersPasskey = (): boolean => useSyncExternalStore(subscribeToNothing, hasUsedPasskey, () => false);

/** Signs in with any passkey that the browser has for this address. Shown where one was used before. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const signIn = useSignInWithPasskey({ onSuccess: onSignedIn });
  return (
    <>
      <Button size="large" icon={<LockIcon size={18} />} isLoading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      {signIn.error && !(signIn.error instanceof PasskeyCancelled) && <FormError size="base">{getErrorMessage(signIn.error)}</FormError>}
    </>
  );
}
