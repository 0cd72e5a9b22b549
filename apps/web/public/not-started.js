// Explains why the web app does not start in this browser. theme.js loads it, in browsers from Chromium 60 on.
(() => {
  const NEEDED = 'Chrome or Edge 111, Firefox 128, Safari 17.4, or a newer version of one of them';
  const STYLE = `
    #not-started { margin: 0; padding: 16px 20px; background: #fbefd9; color: #17181a; font: 16px/1.5 system-ui, sans-serif; }
    #not-started > * { max-width: 960px; margin: 0 auto 8px; font-size: 16px; }
    #not-started > h2 { font-size: 20px; font-weight: 600; }
    #not-started a { color: inherit; }
    form, button { display: none !important; }
    @supports not (width: max(1px, 1px)) {
      #page { padding: 0 20px; }
      #page main img { display: none !important; }
      #page * { font-family: system-ui, sans-serif !important; font-stretch: normal !important; letter-spacing: 0 !important; }
    }
    @media (prefers-color-scheme: dark) {
      html:not([data-theme="light"]) #not-started { background: #3d2c10; color: #f0f0ed; }
      html:not([data-theme="light"]) { background: #131415; }
    }
    html[data-theme="dark"] #not-started { background: #3d2c10; color: #f0f0ed; }
    html[data-theme="dark"] { background: #131415; }`;

  const create = (name, ...children) => {
    const element = document.createElement(name);
    element.append(...children);
    return element;
  };
  const createLink = (text, href) => Object.assign(create('a', text), { href });

  const describeOld = () => [
    create('h2', 'This browser is too old'),
    create('p', `This page needs ${NEEDED}. Update this browser, or open the page in another browser or on another device.`),
    create('p', 'To show photos on this device, ', createLink('open it as a screen', '/screen'), '. Screens run in older browsers too.'),
  ];
  const describeFailed = () => [
    create('h2', 'This page couldn’t start'),
    create('p', 'Check your connection and ', createLink('reload the page', location.href.split('#')[0]), '.'),
    create('p', `If it still doesn’t start, allow this site to store data, and use ${NEEDED}.`),
  ];

  const explain = () => {
    const isOld = document.documentElement.dataset.notStarted === 'old';
    const message = create('section', ...(isOld ? describeOld() : describeFailed()));
    message.id = 'not-started';
    message.setAttribute('role', 'alert');
    document.head.append(create('style', STYLE));
    document.body.prepend(message);
    // Without its root the app does not start, as it could fail later and lose what was typed.
    const root = document.getElementById('root');
    if (isOld && root) root.id = 'page';
  };

  // The page is complete, but no module has run yet.
  if (document.readyState === 'loading') document.addEventListener('readystatechange', explain, { once: true });
  else explain();
})();
