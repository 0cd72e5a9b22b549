import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { asBuilt, asSandboxed, asVersionPage } from './kept-response.ts';

const page = () =>
  new Response('<script>steal()</script>', { headers: { 'content-type': 'text/html', 'content-security-policy': "base-uri 'none'" } });
const policyOf = (response: Response) => response.headers.get('content-security-policy');

it('takes scripts and origin from a document that is not the page', async () => {
  const served = asSandboxed(page());
  expect(policyOf(served)).toBe("base-uri 'none', sandbox; default-src 'none'");
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await served.text()).toBe('<script>steal()</script>');
});

it('lets the page of a loaded version open no window and no frame, and keeps the policy it has', () => {
  const policy = policyOf(asVersionPage(page()));
  expect(policy).toContain("base-uri 'none', sandbox ");
  expect(policy).toContain("frame-src 'none'");
  expect(policy).not.toContain('allow-popups');
});

it('serves a kept file as built only with the bytes that were built', async () => {
  const sha256 = createHash('sha256').update('built').digest('hex');
  const kept = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });
  const served = await asBuilt(kept('built'), sha256);
  expect(await served?.text()).toBe('built');
  expect(served?.headers.get('content-type')).toBe('text/javascript');
  expect(await asBuilt(kept('changed'), sha256)).toBeNull();
  expect(await asBuilt(kept('built'), undefined)).toBeNull();
});
