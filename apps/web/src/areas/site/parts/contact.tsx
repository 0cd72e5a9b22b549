import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useUserId } from '../../../lib/session.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { userOptions } from '../../accounts/api/accounts.ts';
import { ContactForm } from './contact-form.tsx';
import { SignedInContactForm } from './own-contact-form.tsx';

/** The contact form: filled in for whoever is signed in. */
export function Contact() {
  const userId = useUserId();
  return userId === '' ? <ContactForm /> : <SignedInContact userId={userId} />;
}

function SignedInContact({ userId }: { userId: string }) {
  const user = useQuery(userOptions(userId));
  if (user.isLoadingError) return <LoadFailure message={getErrorMessage(user.error)} onRetry={() => void user.refetch()} />;
  if (!user.data) return <Skeleton style={{ height: 420 }} />;
  return <SignedInContactForm sender={user.data} />;
}
