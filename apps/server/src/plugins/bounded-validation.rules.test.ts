import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { boundedValidatorCompiler, MAX_ISSUES } from './bounded-validation.ts';

type Checked = { error?: unknown[]; value?: unknown };
const validate = (schema: z.ZodType, data: unknown) => boundedValidatorCompiler({ schema } as never)(data) as Checked;

const id = z.uuid();
const GOOD = '0199c4a4-0000-7000-8000-000000000001';
const faulty = Array.from({ length: 5000 }, (_, at) => `not-an-id-${at}`);

it.each([
  { where: 'in a body', schema: z.strictObject({ ids: z.array(id).max(5000) }), wrap: (ids: unknown) => ({ ids }) },
  { where: 'in an optional list', schema: z.object({ ids: z.array(id).optional() }), wrap: (ids: unknown) => ({ ids }) },
  { where: 'in a list with a default', schema: z.object({ ids: z.array(id).default([]) }), wrap: (ids: unknown) => ({ ids }) },
  {
    where: 'in an inner object',
    schema: z.object({ inner: z.object({ ids: z.array(id) }) }),
    wrap: (ids: unknown) => ({ inner: { ids } }),
  },
  { where: 'as the whole body', schema: z.array(id), wrap: (ids: unknown) => ids },
])('stops after ten faults $where', ({ schema, wrap }) => {
  expect(validate(schema, wrap(faulty)).error).toHaveLength(MAX_ISSUES);
  const good = wrap(faulty.map(() => GOOD));
  expect(validate(schema, good)).toEqual({ value: good });
  expect(validate(schema, wrap([...faulty.map(() => GOOD), 'one fault'])).error).toHaveLength(1);
});

it('examines no element after the tenth fault', () => {
  const check = vi.fn((value: unknown) => value === GOOD);
  validate(z.object({ ids: z.array(z.custom<string>(check)) }), { ids: faulty });
  expect(check.mock.calls.length).toBeLessThanOrEqual(2 * MAX_ISSUES);
});

it('reports the length of a list that is too long', () => {
  expect(validate(z.object({ ids: z.array(id).max(3) }), { ids: Array(4).fill(GOOD) }).error).toHaveLength(1);
});

it('reports at most ten faults of an object with many fields', () => {
  const schema = z.object(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, z.string()])));
  expect(validate(schema, {}).error).toHaveLength(MAX_ISSUES);
});

it('treats an empty query parameter as absent, but not an empty text in a body', () => {
  const schema = z.object({ sort: z.enum(['az', 'za']).default('az'), string: z.string().optional() });
  const validateQuery = (data: unknown) => boundedValidatorCompiler({ schema, httpPart: 'querystring' } as never)(data);
  expect(validateQuery({ sort: '', string: '' })).toEqual({ value: { sort: 'az' } });
  expect(validateQuery({ sort: 'za', string: ' ' })).toEqual({ value: { sort: 'za', string: ' ' } });
  expect(validate(schema, { string: '' })).toEqual({ value: { sort: 'az', string: '' } });
  expect(validate(schema, { sort: '' }).error).toHaveLength(1);
});
