import { Link } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle(MESSAGES.pageNotFound);
  return (
    <main>
      <EmptyState
        icon={<ImageIcon size={26} />}
        title={MESSAGES.pageNotFound}
        heading="h1"
        action={
          <Link to="/" className={buttonClass('primary')}>
            Go home
          </Link>
        }
      >
        There is nothing here. The address may be mistyped, or the page may have moved.
      </EmptyState>
    </main>
  );
}
