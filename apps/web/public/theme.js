// Sets the remembered theme and platform before anything is painted. See src/lib/theme.ts and src/lib/platform.ts.
(() => {
  const root = document.documentElement;
  const theme = localStorage.getItem('theme');
  const platform = localStorage.getItem('platform');
  const isSignedIn = localStorage.getItem('token') && Date.now() - Number(localStorage.getItem('signedInAt')) < 86_400_000;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (platform === 'WV' || /[?&]fromWVAdmin=true/.test(location.search)) root.dataset.platform = 'wv';
  // Hides the words for strangers in a written page, until scripts put the right ones in place.
  if (isSignedIn) root.dataset.session = '';
})();
