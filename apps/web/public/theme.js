// What cannot wait for the other scripts: the remembered theme and platform before anything is painted (src/lib/theme.ts,
// src/lib/platform.ts), and forms that are sent before anybody listens (src/lib/typed-before-start.ts).
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem('theme');
  const platform = localStorage.getItem('platform');
  const isSignedIn = localStorage.getItem('token') && Date.now() - Number(localStorage.getItem('signedInAt')) < 86_400_000;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (platform === 'WV' || /[?&]fromWVAdmin=true/.test(location.search)) root.dataset.platform = 'wv';
  // Hides the words for strangers in a written page, until scripts put the right ones in place.
  if (isSignedIn) root.dataset.session = '';
  // No form of ours is ever sent by the browser itself: it would put what was typed, a password too, into the address.
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (root.dataset.awake === undefined) root.dataset.sent = '';
    },
    true,
  );
})();
