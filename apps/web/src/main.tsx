import '@fontsource-variable/instrument-sans/wdth.css';
import './ui/stand-in-fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { captureEarlyInput, markAppReady } from './lib/early-input.ts';
import { applyPlatform, getCurrentBrand } from './lib/platform.ts';
import { queryClient } from './lib/query-client.ts';
import { getSession, onSessionChange, onSessionEnd } from './lib/session.ts';
import { router } from './router.tsx';
import { toast } from './ui/toast-store.ts';
import { Toaster } from './ui/toaster.tsx';
import { setProductName } from './ui/use-page-title.ts';

// First of all: a screen that is opened in this browser from now on runs no uploaded version.
// Loaded on demand, because visitors without a session need no note.
const note = () => import('./lib/session-note.ts').then(({ noteSession }) => noteSession());
if (getSession()) void note();

// Before the router reads the address: it may bring a session along, which decides where one may go.
if (/[?&](auth|role|platform|prevUrl)=/.test(window.location.search)) {
  const { handleSignInLink: handleArrival } = await import('./lib/sign-in-link.ts');
  const complaint = await handleArrival(async (question) => {
    return (await import('./areas/accounts/parts/confirm-sign-in.tsx')).confirmSignIn(question);
  });
  if (complaint) toast.warning(complaint);
}

const applyBrand = () => {
  applyPlatform();
  setProductName(getCurrentBrand().name);
};
applyBrand();
onSessionChange(() => {
  applyBrand();
  void note();
});
router.subscribe('onBeforeRouteMount', applyBrand);

// However the session ends (sign-out, 401, another tab, 24 hours), nothing of it stays in sight.
onSessionEnd(({ platform }, { isByChoice }) => {
  queryClient.clear();
  const { pathname, href } = router.state.location;
  if (!/^\/(main|admin)(\/|$)/.test(pathname)) return;
  // The partner's people come from the partner's own sign-in, and go back to it.
  const fromWVAdmin = platform === 'WV' || undefined;
  // Where another tab signed somebody else in, nobody has to sign in again.
  const isLost = !isByChoice && getSession() === null;
  void router.navigate({ to: '/login', search: { fromWVAdmin, next: isLost ? href : undefined }, replace: true });
  if (isLost) toast.warning('You’ve been signed out. Sign in to continue where you left off.');
});

// Null in a browser that is too old: public/not-started.js renames it, so that reading its attribute ends the start.
const root = document.getElementById('root') as HTMLElement;
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
);
// Messages stand at the end of the body whatever is shown; in the tree of a written page they would not be found.
createRoot(document.createDocumentFragment()).render(<Toaster />);

if (root.hasAttribute('data-static')) {
  // The page is there already, written by the build for a stranger. For one it is woken where it stands; for
  // anybody else, and for who comes with a plan and is shown its steps, it stays in sight until their own page can take its place in one step.
  captureEarlyInput(root);
  // Whoever has scrolled by then stays where they are; once, since it is about the first page alone.
  router.options.scrollRestoration = () => {
    router.options.scrollRestoration = true;
    return window.scrollY === 0;
  };
  await router.load();
  if (getSession() || document.documentElement.dataset.platform || /[?&]plan=/.test(window.location.search)) {
    flushSync(() => createRoot(root).render(app));
    markAppReady();
  } else {
    // What was written had no boundary around the whole either.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app);
  }
  root.removeAttribute('data-static');
} else {
  markAppReady();
  createRoot(root).render(app);
}
