import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { readMoney, typedMoney } from '../../../lib/number-input.ts';

/** A form's values with the price as text. */
export type Priced<Body> = Omit<Body, 'price'> & { price?: string };

/** Converts a price of the wire, in dollars, for a money field. */
export const typedPrice = (dollars: number | null | undefined): string =>
  dollars === null || dollars === undefined ? '' : typedMoney(Math.round(dollars * 100));

/** Checks a form with a money field by the contract's schema, whose price is in dollars. */
export function pricedResolver<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Input>,
): Resolver<Priced<Input>, unknown, Output> {
  const resolve = zodResolver(schema) as Resolver<FieldValues, unknown, Output>;
  return async (values, context, options) => {
    const { price, ...others } = values;
    const reading = price === undefined ? undefined : readMoney(price);
    // A form without the field sends no price; an empty field is missing one.
    const dollars = reading && 'cents' in reading ? reading.cents / 100 : price === undefined ? undefined : Number.NaN;
    const checked = await resolve({ ...others, price: dollars }, context, options as never);
    if (!reading || !('fault' in reading)) return checked as never;
    return { values: {}, errors: { ...checked.errors, price: { type: 'money', message: reading.fault } } } as never;
  };
}
