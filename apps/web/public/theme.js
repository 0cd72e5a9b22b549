// What cannot wait for the other scripts: src/lib/theme.ts, platform.ts and typed-before-start.ts.
(() => {
  // No code from text, which our policy refuses.
  globalThis.__zod_globalConfig = { jitless: true };
  const root = document.documentElement;
  const theme = localStorage.getItem('theme');
  const platform = localStorage.getItem('platform');
  const isSignedIn = localStorage.getItem('token') && Date.now() - Number(localStorage.getItem('signedInAt')) < 86_400_000;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (platform === 'WV' || /[?&]fromWVAdmin=true/.test(location.search)) root.dataset.platform = 'wv';
  if (isSignedIn) root.dataset.session = '';
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (root.dataset.awake === undefined) root.dataset.sent = '';
    },
    true,
  );
})();
