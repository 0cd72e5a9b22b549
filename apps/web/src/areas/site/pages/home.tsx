import { Link } from '@tanstack/react-router';
import { useBrand } from '../../../lib/platform.ts';
import { useSession } from '../../../lib/session.ts';
import type { ArtworkName } from '../../../ui/artwork-picture.tsx';
import { ArtworkPicture } from '../../../ui/artwork-picture.tsx';
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
    text: 'Share an album with the people who were there too. What they add appears on every screen that shows the album within seconds, without anybody touching a remote control.',
  },
  {
    pictures: ['windowsill', 'breakfast'],
    title: 'Each friend keeps a backup of shared files',
    text: 'Everybody an album is shared with can download the originals, so a lost phone takes nothing away from the others.',
  },
  {
    pictures: ['aurora', 'terraces'],
    title: 'Screens that keep playing',
    text: 'A screen holds a checked copy of everything it shows. If the network or the power fails, it starts again where it was, and never shows a black frame in between.',
  },
];

export function HomePage() {
  const { name } = useBrand();
  return (
    <>
      <Banner />
      <section className={styles.about} aria-labelledby="about">
        <h2 id="about" className={styles.heading}>
          Three minutes, no manual
        </h2>
        <div className={styles.blurb}>
          <p>
            {name} keeps photos and videos in albums, puts albums into playlists and sends playlists to screens. Open one address on
            anything that has a browser, type the six characters it shows, and publish. You watch the pictures arrive.
          </p>
          <p>
            <Link to="/aboutUs">How it works, and who makes it</Link>
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
            Write to us
          </h2>
          <p className={styles.lead}>A question before you start, a screen that won’t play, an idea. A person reads it and replies.</p>
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
        <h1 className={styles.title}>Your pictures belong on the wall.</h1>
        <p className={styles.lead}>
          {name} puts albums of photos and videos on any screen: the frame in the kitchen, the television at grandmother’s, the forty
          displays of a shop.
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
            Make this a screen
          </a>
        </div>
        <AppStoreLinks />
      </div>
      <FrameWall />
    </section>
  );
}
