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
  const { handleSignInLink } = await import('./lib/sign-in-link.ts');
  const complaint = await handleSignInLink(async (question) => {
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
  // Partner users sign in and out on the partner's own page.
  const fromWVAdmin = platform === 'WV' || undefined;
  // When another tab signed in a different account, no sign-in is needed.
  const isLost = !isByChoice && getSession() === null;
  void router.navigate({ to: '/login', search: { fromWVAdmin, next: isLost ? href : undefined }, replace: true });
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
// Toasts are rendered at the end of the body; inside the tree of a prerendered page hydration would fail.
createRoot(document.createDocumentFragment()).render(<Toaster />);

if (root.hasAttribute('data-static')) {
  // The page was prerendered for visitors. For them it is hydrated in place. For signed-in users, and for visitors with a chosen plan, it stays visible until
  // their own page can replace it in one step.
  captureEarlyInput(root);
  // Keeps the scroll position of users who have already scrolled; once, because it concerns only the first page.
  router.options.scrollRestoration = () => {
    router.options.scrollRestoration = true;
    return window.scrollY === 0;
  };
  await router.load();
  if (getSession() || document.documentElement.dataset.platform || /[?&]plan=/.test(window.location.search)) {
    flushSync(() => createRoot(root).render(app));
    markAppReady();
  } else {
    // The prerendered page has no boundary around the whole either.
    router.ssr = { manifest: undefined };
    hydrateRoot(root, app);
  }
  root.removeAttribute('data-static');
} else {
  markAppReady();
  createRoot(root).render(app);
}
