import { createRoot } from 'react-dom/client';
import type { Session } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Before the app starts: whether a sign-in link may take the place of whoever is signed in. */
export function askToSwitch({ name, email }: Session): Promise<boolean> {
  const root = createRoot(document.createDocumentFragment());
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      root.unmount();
      resolve(isYes);
    };
    root.render(
      <Dialog
        isOpen
        onClose={() => answer(false)}
        title="Switch to another account?"
        description={`You are signed in as ${name} (${email}). This link signs in another account. Follow it only if you know who sent it.`}
        footer={
          <>
            <Button kind="quiet" onClick={() => answer(false)}>
              Stay signed in
            </Button>
            <Button kind="primary" onClick={() => answer(true)}>
              Switch account
            </Button>
          </>
        }
      />,
    );
  });
}
