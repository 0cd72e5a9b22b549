/**
 * Answers `getComputedStyle` in component tests, which load no style sheets. After each change of the document, jsdom compares each element with every rule of
 * its default style sheet again, and parses the values of all rules that match. Testing Library reads four properties of hundreds of elements in each query.
 * The four properties only depend on the element's name, on few attributes and on inline styles. All others come from jsdom.
 */
const PROPERTIES = ['display', 'visibility', 'opacity', 'pointer-events'] as const;
type Property = (typeof PROPERTIES)[number];
type Values = Record<Property, string>;
type GetComputedStyle = (element: Element, pseudoElement?: string | null) => CSSStyleDeclaration;

/** The properties by their names in CSS and in scripts. */
const PROPERTIES_BY_KEY: ReadonlyMap<unknown, Property> = new Map<string, Property>([
  ...PROPERTIES.map((name) => [name, name] as const),
  ['pointerEvents', 'pointer-events'],
]);
const INHERITED: ReadonlySet<Property> = new Set(['visibility', 'pointer-events']);
/** Attributes by which jsdom's default style sheet selects these properties. */
const ATTRIBUTES = ['hidden', 'open', 'type'];

/** Returns whether jsdom must compute the property: the element has an inline style, or a selector of the default style sheet depends on more than attributes. */
const needsJsdom = (element: Element, name: Property): boolean =>
  element.localName === 'summary' ||
  element.hasAttribute('popover') ||
  (element.hasAttribute('style') && (element as HTMLElement).style.getPropertyValue(name) !== '');

/** Returns a `getComputedStyle` that computes each kind of element once with `compute`, the one of jsdom. */
export function createGetComputedStyle(compute: GetComputedStyle): GetComputedStyle {
  const defaults = new Map<string, Values>();

  /** Returns the values of an element like this one that has no parent and no inline style. */
  function readDefaults(element: Element): Values {
    let key = `${element.namespaceURI} ${element.localName}`;
    for (const name of ATTRIBUTES) key += ` ${element.getAttribute(name)}`;
    const known = defaults.get(key);
    if (known) return known;
    const copy = element.cloneNode(false) as Element;
    copy.removeAttribute('style');
    const style = compute(copy);
    const values = Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)])) as Values;
    defaults.set(key, values);
    return values;
  }

  function read(element: Element, name: Property): string {
    if (needsJsdom(element, name)) return compute(element).getPropertyValue(name);
    const value = readDefaults(element)[name];
    const initial = readDefaults(element.ownerDocument.documentElement)[name];
    const { parentElement } = element;
    return INHERITED.has(name) && parentElement && value === initial ? read(parentElement, name) : value;
  }

  const readKey = (element: Element, key: string | symbol): unknown => {
    const name = PROPERTIES_BY_KEY.get(key);
    if (name) return read(element, name);
    const style = compute(element);
    const value: unknown = Reflect.get(style, key);
    return typeof value === 'function' ? value.bind(style) : value;
  };

  return (element, pseudoElement) => {
    if (pseudoElement || element.ownerDocument.styleSheets.length > 0) return compute(element, pseudoElement);
    const getPropertyValue = (name: string): string => {
      const known = PROPERTIES_BY_KEY.get(name);
      return known ? read(element, known) : compute(element).getPropertyValue(name);
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_target, key) => (key === 'getPropertyValue' ? getPropertyValue : readKey(element, key)),
    });
  };
}
