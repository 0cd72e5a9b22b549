import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { asBuilt, asSandboxed, asVersionPage } from './kept-response.ts';

const page = () =>
  new Response('<script>steal()</script>', { headers: { 'content-type': 'text/html', 'content-security-policy': "base-uri 'none'" } });
const policyOf = (response: Response) => response.headers.get('content-security-policy');

it('sandboxes a document that is not the page', async () => {
  const served = asSandboxed(page());
  expect(policyOf(served)).toBe("base-uri 'none', sandbox; default-src 'none'");
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await served.text()).toBe('<script>steal()</script>');
});

it('forbids windows and frames in the page of a loaded version and keeps its policy', () => {
  const policy = policyOf(asVersionPage(page()));
  expect(policy).toContain("base-uri 'none', sandbox ");
  expect(policy).toContain("frame-src 'none'");
  expect(policy).not.toContain('allow-popups');
});

it('serves a cached file only if it has the bytes of the build', async () => {
  const sha256 = createHash('sha256').update('built').digest('hex');
  const cached = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });
  const served = await asBuilt(cached('built'), sha256);
  expect(await served?.text()).toBe('built');
  expect(served?.headers.get('content-type')).toBe('text/javascript');
  expect(await asBuilt(cached('changed'), sha256)).toBeNull();
  expect(await asBuilt(cached('built'), undefined)).toBeNull();
});
