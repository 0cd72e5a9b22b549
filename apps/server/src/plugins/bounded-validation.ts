import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Number of faults after which a request is not examined further. */
export const MAX_ISSUES = 10;

/**
 * The validator of every request. An empty query parameter counts as absent, because forms send one for each field without a choice. Stops after ten faults: to describe each of 5,000 ids that are not UUIDs would keep the
 * event loop busy for 100 ms per request.
 */
export const boundedValidatorCompiler: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  const isQuery = route.httpPart === 'querystring';
  return (data) => {
    const checked = validate(shortenFaulty(route.schema as unknown, isQuery ? withoutEmpty(data) : data)) as {
      error?: unknown[];
      value?: unknown;
    };
    return (checked.error ? { error: checked.error.slice(0, MAX_ISSUES) } : checked) as ReturnType<typeof validate>;
  };
};

const withoutEmpty = (query: unknown): unknown =>
  typeof query === 'object' && query !== null ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) : query;

/** Returns the data, or a copy in which a list ends at its tenth faulty element. Data without faults is returned as it is. */
function shortenFaulty(schema: unknown, data: unknown): unknown {
  const type = unwrap(schema);
  if (type instanceof z.ZodArray && Array.isArray(data)) return shortenList(type.element, data);
  if (!(type instanceof z.ZodObject) || typeof data !== 'object' || data === null) return data;
  const shape = type.shape as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(data).slice(0, Object.keys(shape).length + MAX_ISSUES)) {
    const shortened = Object.hasOwn(shape, key) ? shortenFaulty(shape[key], value) : value;
    if (shortened !== value) (copy ??= { ...data })[key] = shortened;
  }
  return copy ?? data;
}

function shortenList(element: unknown, list: unknown[]): unknown[] {
  if (list.length <= MAX_ISSUES || !(element instanceof z.ZodType)) return list;
  let faults = 0;
  const end = list.findIndex((value) => !element.safeParse(value).success && ++faults === MAX_ISSUES);
  return end === -1 ? list : list.slice(0, end + 1);
}

/** The schema inside optional, nullable and default ones. */
function unwrap(schema: unknown): unknown {
  let type = schema;
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault) type = type.unwrap();
  return type instanceof z.ZodPipe ? unwrap(type.in) : type;
}
