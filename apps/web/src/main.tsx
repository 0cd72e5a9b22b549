import '@fontsource-variable/instrument-sans/wdth.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './lib/query-client.ts';
import { onSessionEnd } from './lib/session.ts';
import { router } from './router.tsx';
import { Toaster } from './ui/toaster.tsx';

// However the session ends (sign-out, 401, another tab, 24 hours), nothing of it stays on the screen.
onSessionEnd(() => {
  queryClient.clear();
  if (router.state.location.pathname.startsWith('/main')) void router.navigate({ to: '/login', replace: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
