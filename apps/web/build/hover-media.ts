/** The parts of PostCSS that the plugin uses. PostCSS comes with Vite, which does not export its types: nodes are passed on as `never`. */
interface CssNode {
  type: string;
  params?: string;
  parent?: CssNode;
}
interface CssRule extends CssNode {
  selectors: string[];
  clone(values: { selectors: string[] }): unknown;
  after(node: never): unknown;
  remove(): unknown;
}
interface PostCss {
  atRule(values: { name: string; params: string }): { append(node: never): unknown };
}

const hasHover = (selector: string): boolean => selector.replaceAll(/:not\([^()]*\)/g, '').includes(':hover');

function isInHoverMedia({ parent }: CssNode): boolean {
  if (!parent) return false;
  return /\(hover\b/.test(parent.params ?? '') || isInHoverMedia(parent);
}

/**
 * PostCSS plugin that applies hover styles only where a pointer can hover. Touch screens otherwise keep the hover style of the last touched element until
 * another one is touched.
 */
export const hoverMedia = () => ({
  postcssPlugin: 'hover-media',
  Rule(rule: CssRule, { atRule }: PostCss) {
    const hovering = rule.selectors.filter(hasHover);
    if (hovering.length === 0 || isInHoverMedia(rule)) return;
    const media = atRule({ name: 'media', params: '(hover: hover)' });
    media.append(rule.clone({ selectors: hovering }) as never);
    rule.after(media as never);
    const others = rule.selectors.filter((selector) => !hasHover(selector));
    if (others.length > 0) rule.selectors = others;
    else rule.remove();
  },
});
