import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { useSession } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { landing } from '../../landing.ts';

/** Stands where a page would: within the layout of what the address begins with. */
export function NotFoundPage() {
  usePageTitle(MESSAGES.pageNotFound);
  const isSignedIn = useSession() !== null;
  return (
    <EmptyState
      icon={<ImageIcon size={26} />}
      title={MESSAGES.pageNotFound}
      heading="h1"
      action={
        <>
          <Link to="/" className={buttonClass('primary')}>
            Go home
          </Link>
          {isSignedIn ? (
            <Link {...landing()} className={buttonClass('quiet')}>
              Go to your dashboard
            </Link>
          ) : (
            <Link to="/faq" className={buttonClass('quiet')}>
              Questions and answers
            </Link>
          )}
        </>
      }
    >
      There is nothing here. The address may be mistyped, or the page may have moved.
    </EmptyState>
  );
}
