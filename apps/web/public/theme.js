// Runs the parts of theme.ts, platform.ts and typed-before-start.ts (src/lib) that must not wait for other scripts, and loads not-started.js if needed.
// The build minifies this file but keeps its syntax, which Chromium 60 must read.
((root) => {
  // First of all, in case a later line fails: forms that do not work yet must not send what was typed.
  addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      if (!('awake' in root)) root.sent = '';
    },
    true,
  );
  // A script of ours could not be loaded, read or run.
  addEventListener(
    'error',
    ({ target, filename }) => {
      if (!('awake' in root) && !root.notStarted && /assets.+js$/.test(filename || target.src)) {
        root.notStarted = 'failed';
        document.head.appendChild(document.createElement('script')).src = '/not-started.js';
      }
    },
    true,
  );
  // Missing before Chrome 110, Safari 16 and Firefox 121.
  if (![].toSorted || !CSS.supports('selector(:has(a))')) {
    root.notStarted = 'old';
    // Runs before the scripts of the page, which therefore do not start.
    document.write('<script src="/not-started.js"></script>');
  }
  // No code from text, which our policy refuses.
  window.__zod_globalConfig = { jitless: true };
  const { theme, platform, token, signedInAt } = localStorage;
  if (theme === 'light' || theme === 'dark') root.theme = theme;
  if (platform === 'WV' || /[?&]fromWVAdmin=true/.test(location.search)) root.platform = 'wv';
  if (token && Date.now() - signedInAt < 86400000) root.session = '';
})(document.documentElement.dataset);
