/** Value of a form in Stripe's encoding: `items[0][price]=x` is an object within a list within an object. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

export function readForm(encoded: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const [first = '', ...inner] = name.split(/[[\]]+/).filter((part, index) => index === 0 || part !== '');
    // `expand[]=x` and `expand[0]=x` are both items of a list.
    const keys = [first, ...(name.endsWith('[]') ? [...inner, ''] : inner)];
    put(form, keys, value);
  }
  return listsOf(form) as Form;
}

function put(into: Form, [key = '', ...rest]: string[], value: string): void {
  const name = key === '' ? String(Object.keys(into).length) : key;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= Object.create(null) as Form;
  put(into[name] as Form, rest, value);
}

/** Converts objects with numeric keys to lists. */
function listsOf(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listsOf(inner)] as const);
  return entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, inner]) => inner)
    : Object.fromEntries(entries);
}

export const getText = (value: FormValue | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
export const getNumber = (value: FormValue | undefined): number | undefined => (typeof value === 'string' ? Number(value) : undefined);
export const getTexts = (value: FormValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
export const getObject = (value: FormValue | undefined): Form => (typeof value === 'object' && !Array.isArray(value) ? value : {});
export const getObjects = (value: FormValue | undefined): Form[] => (Array.isArray(value) ? value.map(getObject) : []);
export const getFirst = (value: FormValue | undefined): Form => (Array.isArray(value) ? getObject(value[0]) : {});
/** Returns the entries with text values, such as metadata. */
export const getRecord = (value: FormValue | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(getObject(value)).flatMap(([name, inner]) => (typeof inner === 'string' ? [[name, inner]] : [])));
