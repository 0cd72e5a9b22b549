import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { type ArtworkName, ArtworkPicture } from './artworks.tsx';
import { FrameWall } from './frame-wall.tsx';
import styles from './home.module.css';

const STEPS: { picture: ArtworkName; title: string; text: string }[] = [
  {
    picture: 'birches',
    title: 'Collect',
    text: 'Drop photos and videos into albums, straight from the camera or the phone. HEIC, portrait shots and long videos come out right by themselves.',
  },
  {
    picture: 'cutouts',
    title: 'Arrange',
    text: 'Put albums together into a playlist and watch it in the preview. It is the same stage that hangs on the wall, so there are no surprises.',
  },
  {
    picture: 'courtyard',
    title: 'Show',
    text: 'Open one address on any screen, type its six characters, and publish. You see it arrive, and it goes on playing when the network does not.',
  },
];

const PROMISES = [
  ['Live, not later', 'Add a photo to an album and it joins every wall that shows it, without anybody touching a remote control.'],
  [
    'Never a black frame',
    'Each picture is loaded and checked before it is shown. A change happens between two pictures, not instead of one.',
  ],
  ['Yours to run', 'One command on a laptop, a server or a cupboard at the shop. Your files stay where you put them.'],
] as const;

export function HomeScreen() {
  usePageTitle('');
  const isSignedIn = useSession() !== null;
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>Your pictures belong on the wall.</h1>
          <p className={styles.lead}>
            Vitrine puts albums of photos and videos on any screen: the frame in the kitchen, the television at grandmother's, the forty
            displays of a shop.
          </p>
          <div className={styles.actions}>
            {isSignedIn ? (
              <Link to="/main" search={{ open: false }} className={buttonClass('primary', 'large')}>
                Dashboard
              </Link>
            ) : (
              <Link to="/signup" className={buttonClass('primary', 'large')}>
                Sign up
              </Link>
            )}
            <a href="/screen" className={buttonClass('secondary', 'large')}>
              Make this a screen
            </a>
          </div>
        </div>
        <FrameWall />
      </section>
      <section className={styles.steps} aria-labelledby="steps">
        <h2 id="steps" className={styles.heading}>
          Three minutes, no manual
        </h2>
        <ol className={styles.stepList}>
          {STEPS.map((step) => (
            <li key={step.title} className={styles.step}>
              <div className={styles.stepPicture}>
                <ArtworkPicture name={step.picture} />
              </div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.promises} aria-label="What you can rely on">
        {PROMISES.map(([title, text]) => (
          <div key={title} className={styles.promise}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </section>
      <footer className={styles.footer}>
        <p>Vitrine is free software under the MIT licence.</p>
        <a href="/api/docs">API</a>
      </footer>
    </>
  );
}
