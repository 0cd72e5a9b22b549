import { buttonClass } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { APP_STORES } from '../downloads.ts';
import styles from './download-section.module.css';

/** The mobile apps; without any, how a phone puts the web app on its home screen. */
export function AppStoreLinks() {
  if (APP_STORES.length === 0) {
    return (
      <p className={styles.note}>
        On your phone, open this page and choose <em>Add to Home Screen</em> to install the web app.
      </p>
    );
  }
  return (
    <Row as="ul" wrap gap={3} aria-label="Mobile apps">
      {APP_STORES.map(({ name, note, href }) => (
        <li key={name}>
          <a href={href} className={`${buttonClass('secondary', 'large')} ${styles.store}`}>
            <span>{name}</span>
            <small>{note}</small>
          </a>
        </li>
      ))}
    </Row>
  );
}
