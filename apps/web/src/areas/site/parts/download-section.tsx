import { useSyncExternalStore } from 'react';
import { useBrand } from '../../../lib/platform.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { DESKTOP_APPS, DOWNLOADS_URL, detectOperatingSystem } from '../downloads.ts';
import styles from './download-section.module.css';

const subscribeToNothing = () => () => undefined;
const getOperatingSystem = () => detectOperatingSystem(navigator.userAgent);

/** Downloads of the desktop app, highlighting the visitor's system. Without a configured download host, shows how to install the web app. */
export function DownloadSection() {
  // The operating system is unknown while prerendering.
  const system = useSyncExternalStore(subscribeToNothing, getOperatingSystem, () => undefined);
  const install = useInstallPrompt();
  const { name } = useBrand();
  return (
    <section className={styles.section} aria-labelledby="desktop">
      <div className={styles.text}>
        <h2 id="desktop">Get the desktop app</h2>
        <p>
          {DOWNLOADS_URL
            ? 'The desktop app opens in its own window and keeps uploading when you close the browser.'
            : 'Install the web app from your browser. It opens in its own window from the dock or the Start menu and updates automatically.'}
        </p>
        {install && (
          <Button kind="primary" size="large" icon={<DownloadIcon />} onClick={install}>
            Install {name}
          </Button>
        )}
      </div>
      <Stack as="ul">
        {DESKTOP_APPS.map((app) => (
          <li key={app.system} className={styles.system} data-here={app.system === system ? '' : undefined}>
            <h3>{app.system}</h3>
            {DOWNLOADS_URL ? (
              <a href={`${DOWNLOADS_URL}/${app.file}`} className={buttonClass(app.system === system ? 'primary' : 'secondary')} download>
                Download for {app.system}
              </a>
            ) : (
              <p>{app.install}</p>
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
}

/** Install event of Chromium. Other browsers never send it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let installOffer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function storeOffer(next: InstallOffer | null) {
  installOffer = next;
  for (const listener of listeners) listener();
}

window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  storeOffer(event as InstallOffer);
});
window.addEventListener('appinstalled', () => storeOffer(null));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Returns a function that installs the web app, or undefined when the browser does not offer that. Each offer works once. */
function useInstallPrompt(): (() => void) | undefined {
  const current = useSyncExternalStore(
    subscribe,
    () => installOffer,
    () => null,
  );
  return current
    ? () => {
        void current.prompt();
        storeOffer(null);
      }
    : undefined;
}
