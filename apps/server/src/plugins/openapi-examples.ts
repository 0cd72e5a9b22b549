/** Examples of parameters and request bodies, derived from their schemas. A test parses each of them with the endpoint's zod schema. */
import { EXAMPLE_BODIES, EXAMPLE_ID, EXAMPLE_VALUES } from './example-values.ts';

/** The parts of JSON Schema that zod emits for what clients send. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minItems?: number;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

type Schemas = Record<string, JsonSchema>;

const BY_FORMAT: Record<string, string> = { uuid: EXAMPLE_ID, date: '2026-07-01', 'date-time': '2026-07-01T09:30:00.000Z' };
/** Example of a text whose name and format are not known. */
const PLAIN_TEXT = 'Example';

export function createExamples(schemas: Schemas) {
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

  const valueOf = (given: JsonSchema, name: string): unknown => {
    const schema = resolve(given);
    if (schema.const !== undefined) return schema.const;
    const candidate = EXAMPLE_VALUES[name]?.find((value) => accepts(schema, value));
    if (candidate !== undefined) return candidate;
    if (schema.enum) return schema.enum[0];
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return valueOf(options.find(({ type }) => type !== 'null') ?? {}, name);
    if (schema.type === 'object') return objectOf(schema);
    if (schema.type === 'array') return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => valueOf(schema.items ?? {}, name));
    if (schema.type === 'boolean') return true;
    if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 0);
    return BY_FORMAT[schema.format ?? ''] ?? PLAIN_TEXT;
  };

  /** Required properties only, or the first one of an object that requires none. */
  const objectOf = ({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> => {
    const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
    return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] ?? {}, name)]));
  };

  return {
    /** The value of a parameter; `operationId.name` goes before the name alone. */
    ofParameter: (operationId: string, name: string, schema: JsonSchema): unknown =>
      EXAMPLE_VALUES[`${operationId}.${name}`]?.[0] ?? valueOf(schema, name),
    ofBody: (operationId: string, schema: JsonSchema): unknown => EXAMPLE_BODIES[operationId] ?? valueOf(schema, ''),
  };
}

function accepts({ type, format, pattern, enum: allowed, anyOf, ...schema }: JsonSchema, value: unknown): boolean {
  if (anyOf) return anyOf.some((option) => accepts(option, value));
  if (allowed) return allowed.includes(value);
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = schema;
    const isText = type === 'string' && value.length >= minLength && value.length <= maxLength;
    return isText && (pattern === undefined || new RegExp(pattern, 'u').test(value)) && (format !== 'uuid' || value === EXAMPLE_ID);
  }
  if (typeof value === 'number') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum = Number.NEGATIVE_INFINITY } = schema;
    const isInRange = value >= minimum && value <= maximum && value > exclusiveMinimum;
    return isInRange && (type === 'number' || (type === 'integer' && Number.isInteger(value)));
  }
  return type === 'object' || type === 'array' ? typeof value === 'object' : type === typeof value;
}
