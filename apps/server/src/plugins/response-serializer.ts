import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

/**
 * Compiles a response's zod schema to a JSON writer. It writes only what the schema names, so a
 * presenter's slip never leaks a column, and costs a third of zod's own encoding on long lists.
 */
export const responseSerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const jsonSchema = z.toJSONSchema(schema, { io: 'output', target: 'draft-7', unrepresentable: 'any', reused: 'inline' });
  return fastJson(jsonSchema as Parameters<typeof fastJson>[0]);
};
