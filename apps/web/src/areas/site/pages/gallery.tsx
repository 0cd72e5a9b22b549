import { type ArtworkName, ArtworkPicture } from '../../../ui/artworks.tsx';
import styles from './gallery.module.css';

/** Fourteen pictures with their shape on the wall, in an order that leaves no hole in two, four and six columns. */
const GALLERY_PICTURES: [name: ArtworkName, label: string, shape: 'wide' | 'tall' | 'small'][] = [
  ['dunes', 'Dunes at sunset', 'wide'],
  ['poppies', 'Red poppies', 'tall'],
  ['moonrise', 'Moonrise over the sea', 'small'],
  ['courtyard', 'A painted courtyard', 'wide'],
  ['harbour', 'A sail in the harbour', 'wide'],
  ['kites', 'Two kites', 'tall'],
  ['birches', 'Birches in autumn', 'tall'],
  ['lemons', 'A bowl of lemons', 'wide'],
  ['aurora', 'Northern lights', 'small'],
  ['cutouts', 'Paper cut-outs', 'small'],
  ['ridges', 'Ridges in the mist', 'wide'],
  ['windowsill', 'A cat on the windowsill', 'wide'],
  ['breakfast', 'Breakfast', 'small'],
  ['terraces', 'Terraced fields', 'wide'],
];

export function Gallery() {
  return (
    <section className={styles.gallery} aria-labelledby="gallery">
      <h2 id="gallery" className={styles.heading}>
        Every photo deserves a frame
      </h2>
      <ul className={styles.wall}>
        {GALLERY_PICTURES.map(([name, label, shape]) => (
          <li key={name} className={styles[shape]}>
            <ArtworkPicture name={name} label={label} />
          </li>
        ))}
      </ul>
    </section>
  );
}
