import { Link } from '@tanstack/react-router';
import { useBrand } from '../../../lib/platform.ts';
import { type ArtworkName, ArtworkPicture } from '../../../ui/artworks.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextPage } from '../parts/text-page.tsx';
import styles from './about.module.css';

const STEPS: { picture: ArtworkName; title: string; text: string }[] = [
  {
    picture: 'birches',
    title: 'Collect',
    text: 'Drop photos and videos into albums straight from your camera or phone. HEIC files, portrait photos and long videos just work.',
  },
  {
    picture: 'cutouts',
    title: 'Arrange',
    text: 'Combine albums into a playlist and watch the preview. It shows exactly what your screen will show.',
  },
  {
    picture: 'courtyard',
    title: 'Show',
    text: 'Open one address on any screen, add the six-character ID it shows, and publish. Your photos appear in seconds and keep playing when the network goes down.',
  },
];

const TEAM: { role: string; text: string; picture: ArtworkName }[] = [
  {
    role: 'Product',
    text: 'Decides what we build next.',
    picture: 'poppies',
  },
  {
    role: 'Screens',
    text: 'Keeps your screens playing.',
    picture: 'moonrise',
  },
  {
    role: 'Design',
    text: 'Keeps the app simple.',
    picture: 'ridges',
  },
  {
    role: 'Support',
    text: 'Answers your questions.',
    picture: 'lemons',
  },
];

export function AboutPage() {
  const { name: product } = useBrand();
  return (
    <TextPage
      title="About Us"
      lead={`Most photos are seen once on a phone and never again. ${product} puts them on your wall, where everyone can enjoy them.`}
      isWide
    >
      <section className={styles.section} aria-labelledby="how">
        <h2 id="how">How it works</h2>
        <ol className={styles.steps}>
          {STEPS.map(({ picture, title, text }) => (
            <li key={title} className={styles.step}>
              <ArtworkPicture name={picture} className={styles.picture} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.section} aria-labelledby="team">
        <h2 id="team">The team</h2>
        <ul className={styles.team}>
          {TEAM.map(({ role, text, picture }) => (
            <li key={role} className={styles.person}>
              <ArtworkPicture name={picture} className={styles.portrait} />
              <h3>{role}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <Text tone="soft">
          Questions about {product}? <Link to="/connect">Contact us</Link>.
        </Text>
      </section>
    </TextPage>
  );
}
