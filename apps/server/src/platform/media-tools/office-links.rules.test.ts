import { describe, expect, it } from 'vitest';
import { isXml, removeLinks } from './office-links.ts';

const clean = (xml: string) => removeLinks(Buffer.from(xml))?.toString();

describe('removeLinks', () => {
  it.each([
    '<draw:image xlink:href="file:///etc/passwd"/>',
    "<draw:image xlink:href = 'http://site.example/a.png'/>",
    '<draw:image\txlink:href="&#102;ile:///etc/passwd"/>',
    '<draw:image xlink:href=" &#x66;i&#10;le:///etc/passwd"/>',
    '<draw:image xlink:href="../../etc/passwd"/>',
    '<draw:image xlink:href="/etc/passwd"/>',
    '<image href="ftp://site.example/etc/passwd"/>',
    '<v:imagedata src="\\\\site.example\\passwd"/>',
    '<p>say a="</p><draw:image xlink:href="file:///etc/passwd"/>',
    '<!-- a=\' --><draw:image x="1" xlink:href="file:///etc/passwd"/>',
    `<t x='a="' xlink:href='file:///etc/passwd'/>`,
    '<svg xml:base="file:///etc/"/>',
    '<Relationship Target="passwd" Id="r1" TargetMode="External"/>',
    '<r:Relationship TargetMode="&#69;xternal" Target="../passwd" Id="r1"/>',
  ])('replaces the address in %s', (xml) => {
    expect(clean(xml)).not.toMatch(/passwd|site\.example|etc/);
    expect(clean(xml)).toMatch(/=\s*"(about:blank)?"/);
  });

  it.each([
    '<draw:image xlink:href="Pictures/1.png"/>',
    '<draw:object xlink:href="./Object 1"/>',
    '<a xlink:href="#page2"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>',
    '<Relationship Type="http://schemas.openxmlformats.org/image" Target="../media/image1.png"/>',
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/x"/>',
    '<Override PartName="/ppt/slides/slide1.xml"/>',
    '<text:p>See http://site.example for more.</text:p>',
  ])('keeps %s', (xml) => {
    expect(clean(xml)).toBe(xml);
  });

  it.each([
    ['entities', Buffer.from('<!DOCTYPE a [<!ENTITY f "file:">]><a href="&f;///etc/passwd"/>')],
    ['UTF-16', Buffer.from('\ufeff<a href="file:///etc/passwd"/>', 'utf16le')],
    ['another encoding', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a/>')],
  ])('refuses XML with %s', (_name, xml) => {
    expect(isXml(xml)).toBe(true);
    expect(removeLinks(xml)).toBeUndefined();
  });
});
