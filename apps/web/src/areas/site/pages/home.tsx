import { Link } from '@tanstack/react-router';
import { useBrand } from '../../../lib/platform.ts';
import { useSession } from '../../../lib/session.ts';
import { type ArtworkName, ArtworkPicture } from '../../../ui/artworks.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { FrameWall } from '../../../ui/frame-wall.tsx';
import { getLandingPage } from '../../accounts/landing.ts';
import { AppStoreLinks } from '../parts/app-store-links.tsx';
import { ContactForm } from '../parts/contact-form.tsx';
import { DownloadSection } from '../parts/download-section.tsx';
import { Gallery } from './gallery.tsx';
import styles from './home.module.css';

const FEATURES: { pictures: [ArtworkName, ArtworkName]; title: string; text: string }[] = [
  {
    pictures: ['kites', 'harbour'],
    title: 'Friends can contribute to shared albums automatically',
    text: 'Share an album with the people who were there. Photos they add appear on every screen showing the album within seconds.',
  },
  {
    pictures: ['windowsill', 'breakfast'],
    title: 'Each friend keeps a backup of shared files',
    text: 'Everyone with access to an album can download the original files, so your memories survive a lost phone.',
  },
  {
    pictures: ['aurora', 'terraces'],
    title: 'Screens that keep playing',
    text: 'Each screen keeps a copy of everything it shows. If the network or the power fails, it picks up where it left off.',
  },
];

export function HomePage() {
  return (
    <>
      <Banner />
      <section className={styles.about} aria-labelledby="about">
        <h2 id="about" className={styles.heading}>
          Up and running in three minutes
        </h2>
        <div className={styles.blurb}>
          <p>
            Organize photos and videos in albums, combine albums into playlists and publish playlists to your screens. Open one address on
            anything with a browser, enter the six-character ID it shows, and publish.
          </p>
          <p>
            <Link to="/aboutUs">See how it works</Link>
          </p>
        </div>
      </section>
      {FEATURES.map(({ pictures, title, text }) => (
        <section key={title} className={styles.feature}>
          <div className={styles.pair}>
            {pictures.map((picture) => (
              <ArtworkPicture key={picture} name={picture} />
            ))}
          </div>
          <div className={styles.words}>
            <h2 className={styles.heading}>{title}</h2>
            <p className={styles.lead}>{text}</p>
          </div>
        </section>
      ))}
      <Gallery />
      <div className={styles.band}>
        <DownloadSection />
      </div>
      <section className={styles.contact} aria-labelledby="contact">
        <div className={styles.words}>
          <h2 id="contact" className={styles.heading}>
            Contact us
          </h2>
          <p className={styles.lead}>Have a question, a problem with a screen or an idea? Send us a message.</p>
        </div>
        <ContactForm />
      </section>
    </>
  );
}

function Banner() {
  const { name } = useBrand();
  const isSignedIn = useSession() !== null;
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.title}>Your photos belong on the wall.</h1>
        <p className={styles.lead}>
          {name} puts your photos and videos on any screen: the photo frame in your kitchen, your grandmother’s TV or every display in your
          shop.
        </p>
        <div className={styles.actions} data-guest={isSignedIn ? undefined : ''}>
          {isSignedIn ? (
            <Link {...getLandingPage()} className={buttonClass('primary', 'large')}>
              Dashboard
            </Link>
          ) : (
            <Link to="/signup" className={buttonClass('primary', 'large')}>
              Sign up
            </Link>
          )}
          <a href="/screen/" className={buttonClass('secondary', 'large')}>
            Use this browser as a screen
          </a>
        </div>
        <AppStoreLinks />
      </div>
      <FrameWall />
    </section>
  );
}
