/** Style rules that are newer than the oldest browsers of the screen: Chromium 69 and Safari 13. */

const NEW_PROPERTIES = /^(inset(-.*)?|aspect-ratio|translate|rotate|scale)$/;
const NEW_VALUES = /\b(min|max|clamp|color-mix|oklch|oklab|lab|lch)\(|\d[dsl]v(h|w|min|max)\b/;
const NEW_SELECTORS = /:(is|where|has|focus-visible)\b|:not\([^)]*,/;
const NEW_AT_RULES = /^@(layer|scope|starting-style)\b|^@media[^{]*[<>]/;

interface Block {
  prelude: string;
  declarations: [property: string, value: string][];
}

/**
 * Returns what a style sheet uses that the oldest browsers lack. Accepts blocks that older browsers skip
 * completely, and a new value after an older one of the same property.
 */
export function findUnsupportedStyle(file: string, css: string): string[] {
  const faults: string[] = [];
  readBlocks(css, (block, ancestors) => {
    if (ancestors.some(({ prelude }) => /^@(supports|container)\b/.test(prelude))) return;
    for (const fault of findFaults(block, ancestors)) faults.push(`${file}: ${fault} in ${block.prelude}`);
  });
  return faults;
}

/** Calls `visit` at the end of each block, with the block and its ancestors. */
function readBlocks(css: string, visit: (block: Block, ancestors: readonly Block[]) => void): void {
  const open: Block[] = [];
  let text = '';
  const declare = () => {
    const colon = text.indexOf(':');
    const declaration: [string, string] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
    if (colon !== -1) open.at(-1)?.declarations.push(declaration);
    text = '';
  };
  for (const part of removeTexts(css).split(/([{};])/)) {
    if (part === '{') {
      open.push({ prelude: text.trim(), declarations: [] });
      text = '';
    } else if (part === ';') declare();
    else if (part === '}') {
      declare();
      const block = open.pop();
      if (block) visit(block, open);
    } else text = part;
  }
}

/** Removes comments and addresses, and the punctuation of quoted strings: all of them may contain braces. */
const removeTexts = (css: string): string =>
  css.replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '""').replaceAll(/"[^"]*"|'[^']*'/g, (text) => text.replaceAll(/[{};:(]/g, ''));

function findFaults({ prelude, declarations }: Block, ancestors: readonly Block[]): string[] {
  const faults: string[] = [];
  if (NEW_AT_RULES.test(prelude)) faults.push(/^@\w+/.exec(prelude)?.[0] ?? prelude);
  if (!prelude.startsWith('@') && NEW_SELECTORS.test(prelude)) faults.push(NEW_SELECTORS.exec(prelude)?.[0] ?? prelude);
  if (ancestors.some((block) => !block.prelude.startsWith('@'))) faults.push('nesting');
  // Browsers load a font face only when it is used.
  const isVariable = ([property, value]: [string, string]) => property === 'font-family' && /\bvariable\b/i.test(value);
  if (prelude !== '@font-face' && declarations.some(isVariable)) faults.push('variable font outside @supports');
  const isGrid = declarations.some(([property, value]) => property === 'display' && value.endsWith('grid'));
  declarations.forEach(([property, value], index) => {
    const hasFallback = declarations
      .slice(0, index)
      .some(([olderProperty, olderValue]) => olderProperty === property && !NEW_VALUES.test(olderValue));
    if (NEW_PROPERTIES.test(property)) faults.push(property);
    if (/^((row|column)-)?gap$/.test(property) && !isGrid) faults.push(`${property} outside a grid`);
    const match = NEW_VALUES.exec(value);
    if (match && !hasFallback) faults.push(match[0]);
  });
  return faults;
}
