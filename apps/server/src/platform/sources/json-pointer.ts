const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** Returns the value at a JSON pointer (RFC 6901), or undefined. Only own properties are read, so that names such as `__proto__` find nothing inherited. */
export function readPointer(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = INDEX.test(key) ? current[Number(key)] : undefined;
    else if (typeof current === 'object' && current !== null && Object.hasOwn(current, key))
      current = Object.getOwnPropertyDescriptor(current, key)?.value;
    else return undefined;
  }
  return current;
}
