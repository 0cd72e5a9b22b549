import { Link, useLocation } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { getLandingPage } from '../landing.ts';

/** Stands where a page would: within the layout of what the address begins with. */
export function NotFoundPage() {
  usePageTitle(MESSAGES.pageNotFound);
  return (
    <EmptyState icon={<ImageIcon size={26} />} title={MESSAGES.pageNotFound} heading="h1" action={<NotFoundLinks />}>
      Check the address, or go back to the home page.
    </EmptyState>
  );
}

/** The first link leads to the user's home: the console, the albums, or the public home page. */
function NotFoundLinks() {
  const isAdminAddress = useLocation({ select: ({ pathname }) => /^\/admin(\/|$)/.test(pathname) });
  const session = useSession();
  if (!session) {
    return (
      <>
        <Link to="/" className={buttonClass('primary')}>
          Go to home page
        </Link>
        <Link to="/faq" className={buttonClass('quiet')}>
          FAQ
        </Link>
      </>
    );
  }
  const isConsole = isAdminAddress && isAdministrator(session);
  return (
    <>
      <Link {...(isConsole ? { to: '/admin/overview' as const } : getLandingPage())} className={buttonClass('primary')}>
        {isConsole ? 'Go to Overview' : 'Go to your dashboard'}
      </Link>
      <Link to="/" className={buttonClass('quiet')}>
        Go to home page
      </Link>
    </>
  );
}
