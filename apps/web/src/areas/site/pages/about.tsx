import { Link } from '@tanstack/react-router';
import { useBrand } from '../../../lib/platform.ts';
import { type ArtworkName, ArtworkPicture } from '../../../ui/artwork-picture.tsx';
import { TextPage } from '../parts/text-page.tsx';
import styles from './about.module.css';

const STEPS: { picture: ArtworkName; title: string; text: string }[] = [
  {
    picture: 'birches',
    title: 'Collect',
    text: 'Drop photos and videos into albums, straight from the camera or the phone. HEIC, portrait shots and long videos are handled for you.',
  },
  {
    picture: 'cutouts',
    title: 'Arrange',
    text: 'Put albums together into a playlist and watch it in the preview. It is the same stage that hangs on the wall, so there are no surprises.',
  },
  {
    picture: 'courtyard',
    title: 'Show',
    text: 'Open one address on any screen, add its six characters, and publish. You see it arrive, and it keeps playing when the network fails.',
  },
];

const TEAM: { name: string; work: string; text: string; picture: ArtworkName }[] = [
  {
    name: 'Ines Okafor',
    work: 'Product',
    text: 'Hung photographs for a living before she wrote about software. Decides what we leave out.',
    picture: 'poppies',
  },
  {
    name: 'Tomas Rehak',
    work: 'Screens',
    text: 'Owns eleven old tablets and lets none of them go dark. If a wall flickers, he hears about it first.',
    picture: 'moonrise',
  },
  {
    name: 'Mei Tanaka',
    work: 'Design',
    text: 'Trained as a typesetter. Believes that the picture should be the loudest thing in the room.',
    picture: 'ridges',
  },
  {
    name: 'Ruth Almeida',
    work: 'Support',
    text: 'Answers your messages, and brings the ones that come twice to everybody else’s desk.',
    picture: 'lemons',
  },
];

export function AboutPage() {
  const { name: product } = useBrand();
  return (
    <TextPage
      title="About Us"
      lead={`Most pictures are looked at once, on a telephone, and never again. We think they belong on the wall, where people pass by and stop. ${product} is the shortest way there that we know.`}
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
          {TEAM.map(({ name, work, text, picture }) => (
            <li key={name} className={styles.person}>
              <ArtworkPicture name={picture} className={styles.portrait} />
              <h3>{name}</h3>
              <p className={styles.work}>{work}</p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <p className={styles.portraits}>
          We would rather show you our favourite pictures than our faces. <Link to="/connect">Say hello</Link>.
        </p>
      </section>
    </TextPage>
  );
}
