import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';

/** What is empty because nothing has been added yet leads to where things are added. */
export const GoToAlbumsLink = () => (
  <Link to="/main" className={buttonClass()}>
    Go to your albums
  </Link>
);

/** What others share comes by an invitation, which is answered there. */
export const GoToInvitationsLink = () => (
  <Link to="/main/notification" className={buttonClass()}>
    View invitations
  </Link>
);
