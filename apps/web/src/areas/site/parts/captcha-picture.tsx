import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RetryIcon, SoundIcon } from '../../../ui/icons.tsx';
import { getCaptchaSoundUrl } from '../api/contact.ts';
import styles from './contact-form.module.css';

const CaptchaSound = lazy(() => import('./captcha-sound.tsx'));

interface CaptchaPictureProps {
  captcha: { captchaId: string; svg: string } | undefined;
  isLoading: boolean;
  isFailed: boolean;
  onRenew: () => void;
}

/** The captcha as an image, never as markup, so that nothing in it can run, and as beeps to count. */
export function CaptchaPicture({ captcha, isLoading, isFailed, onRenew }: CaptchaPictureProps) {
  const [heard, setHeard] = useState({ id: '', times: 0 });
  return (
    <div className={styles.captcha}>
      <div className={styles.picture} aria-busy={isLoading || undefined}>
        {captcha && !isFailed && (
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.svg)}`} alt="Characters to type below" />
        )}
        {isFailed && <span>Couldn’t load the image.</span>}
      </div>
      <IconButton label="New image" icon={<RetryIcon />} onClick={onRenew} disabled={isLoading} />
      <IconButton
        label="Listen instead"
        icon={<SoundIcon />}
        onClick={() => captcha && setHeard({ id: captcha.captchaId, times: heard.times + 1 })}
        disabled={isLoading || isFailed || !captcha}
      />
      {heard.id && (
        <Suspense>
          <CaptchaSound key={heard.times} address={getCaptchaSoundUrl(heard.id)} />
        </Suspense>
      )}
    </div>
  );
}
