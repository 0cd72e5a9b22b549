import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';

/** Next action of an empty report. */
export const DevicesLink = () => (
  <Link to="/main/device" className={buttonClass('primary')}>
    Open devices
  </Link>
);
