import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { extractText, listPictureReferences, type PictureReference, sanitizeAnswer } from './answer-html.rules.ts';

const KEY = '0199f6a0-0000-7000-8000-00000000000a';
const none = () => undefined;
const known = ({ id }: PictureReference) => ({ id, width: 640, height: 480 });

describe('sanitizeAnswer', () => {
  it.each([
    '<p>Open <strong>/screen</strong>, <em>then</em> <u>wait</u> a <s>minute</s> second.</p>',
    '<h2>Steps</h2><ol><li><p>One</p></li><li><p>Two</p></li></ol><ul><li><p>Three</p></li></ul>',
    '<blockquote><p>Said</p></blockquote><pre><code>npm start</code></pre><hr />',
    '<p>5 &lt; 6 &amp; 7</p>',
    '<p><a href="/pricing">Plans</a></p>',
  ])('keeps %s', (html) => expect(sanitizeAnswer(html, none)).toBe(html));

  it('adds noopener and noreferrer to external links', () => {
    expect(sanitizeAnswer('<a href="https://example.com/a?b=c" onclick="x()">there</a>', none)).toBe(
      '<a href="https://example.com/a?b=c" target="_blank" rel="noopener noreferrer nofollow">there</a>',
    );
    expect(sanitizeAnswer('<a href="mailto:help@example.com">us</a>', none)).toContain('href="mailto:help@example.com"');
  });

  it('replaces uploaded pictures by their public URL and size', () => {
    const html = `<img src="/api/uploads?key=${KEY}&amp;width=960" alt="A &quot;wall&quot;" onerror="x()" style="x" srcset="y" />`;
    expect(listPictureReferences(html + html)).toEqual([{ kind: 'upload', id: KEY }]);
    expect(sanitizeAnswer(html, known)).toBe(
      `<img src="/api/faqs/pictures/${KEY}" alt="A &quot;wall&quot;" width="640" height="480" loading="lazy" />`,
    );
    expect(sanitizeAnswer(html, none)).toBe('');
  });

  it('extracts text without tags', () => {
    expect(extractText('<p>5 &lt; 6</p><p>&amp;lt; said</p>')).toBe('5 < 6 &lt; said');
  });
});

const MALICIOUS_HTML: [what: string, html: string, clean: string][] = [
  ['a script', '<script>alert(1)</script>x', 'x'],
  ['a script that is not closed', 'x<script>alert(1)', 'x'],
  ['a script within a script', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
  ['a handler', '<p onclick="alert(1)" onmouseover=alert(1)>x</p>', '<p>x</p>'],
  ['a style', '<style>*{display:none}</style><p style="position:fixed;inset:0" class="x" id="root">x</p>', '<p>x</p>'],
  ['javascript', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['javascript in disguise', '<a href=" jAvA&#x09;script&colon;alert(1)">x</a>', '<a>x</a>'],
  ['data', '<a href="data:text/html,<script>alert(1)</script>">x</a>', '<a>x</a>'],
  ['vbscript', '<a href="vbscript:msgbox(1)">x</a>', '<a>x</a>'],
  ['an address of another host without a scheme', '<a href="//evil.example">x</a><a href="/\\evil.example">y</a>', '<a>x</a><a>y</a>'],
  ['an address with white space before the host', '<a href="/\t/evil.example">x</a>', '<a>x</a>'],
  ['a picture of another host', '<img src="https://evil.example/track.gif">', ''],
  ['a picture of data', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
  ['a picture by srcset alone', '<img srcset="https://evil.example/x 1x">', ''],
  ['a picture with a relative path', `<img src="/api/faqs/pictures/../users/logout">`, ''],
  ['a picture with extra URL parameters', `<img src="/api/uploads?key=${KEY}&token=x#y">`, ''],
  ['a picture that fails', '<img src=x onerror=alert(1)>', ''],
  ['a drawing', '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>y', 'y'],
  ['a drawing with an animation', '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>', ''],
  ['a formula', '<math><mi xlink:href="javascript:alert(1)">x</mi></math>', ''],
  ['a frame', '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>">', ''],
  ['a form', '<form action="https://evil.example"><input name="password"><button>Sign in</button></form>x', 'x'],
  ['a base', '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example">x', 'x'],
  ['an object', '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">', ''],
  ['a comment', '<!--<img src=x onerror=alert(1)>--><!--><script>alert(1)</script>-->x', '--&gt;x'],
  ['a declaration', '<!DOCTYPE html><?xml version="1.0"?><![CDATA[<script>alert(1)</script>]]>x', 'x'],
  ['a paragraph that mutates', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['a noscript that mutates', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>x', 'x'],
  ['a title that mutates', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', ''],
  ['a template', '<template><img src=x onerror=alert(1)></template>x', 'x'],
  ['tags as text', '&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['an unknown tag', '<x-widget onclick=alert(1)><blink>x</blink></x-widget>', 'x'],
];

test.each(MALICIOUS_HTML)('removes %s', (_what, html, clean) => {
  expect(sanitizeAnswer(html, known)).toBe(clean);
});

test('limits the nesting depth', () => {
  const clean = sanitizeAnswer(`${'<blockquote>'.repeat(20_000)}x`, none);
  expect(clean.match(/<blockquote>/g)?.length ?? 0).toBeLessThanOrEqual(20);
});

const TAG = /<\/?(p|br|hr|h[234]|ul|ol|li|strong|em|u|s|code|pre|blockquote|a|img)( [a-z]+="[^"<>]*")*( \/)?>/g;
const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '/',
  '=',
  '&',
  '&lt;',
  '&#x6a;',
  '<p',
  '<img src=',
  '<a href=',
  'javascript:',
  '<svg',
  '<!--',
  '-->',
  '<script',
].concat(['</', 'onload=', '<style>', '\u0000', ' ', '<math>', '<title>', 'x', '<b>', '</p>', '<![CDATA[', ']]>']);

test('outputs only allowed tags for any combination of hostile parts, and is idempotent', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
      const clean = sanitizeAnswer(pieces.join(''), known);
      expect(clean.replace(TAG, '')).not.toMatch(/[<>]/);
      expect(sanitizeAnswer(clean, known)).toBe(clean);
    }),
    { numRuns: 2000, examples: [[['<a href=', '<style>', '<svg', ']]>', '<a href=', '</p>']]] },
  );
});
