import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';

/** For empty pages: links to where content is added. */
export const GoToAlbumsLink = () => (
  <Link to="/main" className={buttonClass()}>
    Go to your albums
  </Link>
);

/** Shared objects arrive as invitations, which are answered there. */
export const GoToInvitationsLink = () => (
  <Link to="/main/notification" className={buttonClass()}>
    View invitations
  </Link>
);
