import type Stripe from 'stripe';
import { type Form, getTexts } from './form-encoding.ts';

export interface StripeRequest {
  method: string;
  path: string;
  form: Form;
}

export interface StripeRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path of the route. The first group is the object's id. */
  path: RegExp;
  run(request: StripeRequest, id: string): unknown;
}

/** An error response in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Pick<Stripe.StripeRawError, 'type' | 'message' | 'code' | 'param'>;

  constructor(status: number, error: StripeRefusal['error']) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** Returns whether the request expands this field. */
export const isExpanded = ({ form }: StripeRequest, name: string) => getTexts(form['expand']).includes(name);
export const required = (value: string | undefined, param: string): string => {
  if (value === undefined)
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      param,
      message: `Missing required param: ${param}.`,
    });
  return value;
};
