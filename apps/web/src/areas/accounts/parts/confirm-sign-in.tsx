import { createRoot } from 'react-dom/client';
import type { ArrivalQuestion } from '../../../lib/sign-in-link.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

const wordingOf = ({ current, next }: ArrivalQuestion) => {
  const account = `${next.name} (${next.email})`;
  if (!current)
    return {
      title: 'Sign in to this account?',
      description: `This link signs you in as ${account}. Everything you add then belongs to that account. Only continue if the account is yours or you trust the sender.`,
      no: 'Don’t sign in',
      yes: 'Sign in',
    };
  return {
    title: 'Switch to another account?',
    description: `You’re signed in as ${current.name} (${current.email}). This link signs you in as ${account} instead. Only continue if you trust the sender.`,
    no: 'Stay signed in',
    yes: 'Switch account',
  };
};

/** Asks, before the app starts, whether a sign-in link may sign in its account. */
export function confirmSignIn(question: ArrivalQuestion): Promise<boolean> {
  const { title, description, no, yes } = wordingOf(question);
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
        title={title}
        description={description}
        footer={
          <>
            <Button kind="quiet" onClick={() => answer(false)}>
              {no}
            </Button>
            <Button kind="primary" onClick={() => answer(true)}>
              {yes}
            </Button>
          </>
        }
      />,
    );
  });
}
