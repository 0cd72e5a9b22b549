import { Link, Outlet } from '@tanstack/react-router';
import { useSession } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './public-layout.module.css';

export function PublicLayout() {
  const session = useSession();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to="/" aria-label="Vitrine, home" className={styles.home}>
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label="Account">
          {session ? (
            <Link to="/main" search={{ open: false }} className={buttonClass('primary')}>
              Dashboard
            </Link>
          ) : (
            <>
              <Link to="/login" className={buttonClass('quiet')}>
                Sign In
              </Link>
              <Link to="/signup" className={buttonClass('primary')}>
                Sign Up
              </Link>
            </>
          )}
        </nav>
      </header>
      <main className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}
